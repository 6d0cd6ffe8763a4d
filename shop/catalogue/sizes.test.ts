import { expect, test } from "vitest";
import { describeSizes, listMeasures } from "./sizes.ts";

test("several sizes of a product are formatted on one line (§2.7, D4, D21)", () => {
  expect(
    describeSizes([
      { L: 10, B: 10, H: 1 },
      { L: 18, B: 12, H: 2.5 },
    ]),
  ).toBe("25.4 cm across, 2.5 cm high; 45.7 × 30.5 cm, 6.4 cm high");
  expect(describeSizes([])).toBe("");
});

test("a product's specifications list its length, breadth and height (§2.6)", () => {
  expect(listMeasures({ L: 18, B: 12, H: 2.5 })).toEqual([
    { name: "Length", text: "45.7 cm (18 in)" },
    { name: "Breadth", text: "30.5 cm (12 in)" },
    { name: "Height", text: "6.4 cm (2.5 in)" },
  ]);
});
