import { expect, test } from "vitest";
import { formatSizes, listMeasures } from "./sizes.ts";

test("several sizes of a product are formatted on one line (§2.7, D4, D21)", () => {
  expect(
    formatSizes([
      { L: 10, B: 10, H: 1 },
      { L: 5, B: 5, H: 1 },
    ]),
  ).toBe("25.4 × 25.4 × 2.5 cm (10 × 10 × 1 in), 12.7 × 12.7 × 2.5 cm (5 × 5 × 1 in)");
  expect(formatSizes([])).toBe("");
});

test("a product's specifications list its length, breadth and height (§2.6)", () => {
  expect(listMeasures({ L: 18, B: 12, H: 2.5 })).toEqual([
    { name: "Length", text: "45.7 cm (18 in)" },
    { name: "Breadth", text: "30.5 cm (12 in)" },
    { name: "Height", text: "6.4 cm (2.5 in)" },
  ]);
});
