import { expect, test } from "vitest";
import { formatSizes, listMeasures } from "./sizes.ts";
import { countPieces, getFootprint } from "./footprint.ts";

test("formats several sizes on one line (§2.7, D4, D21)", () => {
  expect(
    formatSizes([
      { L: 10, B: 10, H: 1 },
      { L: 5, B: 5, H: 1 },
    ]),
  ).toBe("25.4 × 25.4 × 2.5 cm (10 × 10 × 1 in), 12.7 × 12.7 × 2.5 cm (5 × 5 × 1 in)");
  expect(formatSizes([])).toBe("");
});

test("the specifications name length, breadth and height (§2.6)", () => {
  expect(listMeasures({ L: 18, B: 12, H: 2.5 })).toEqual([
    { name: "Length", text: "45.7 cm (18 in)" },
    { name: "Breadth", text: "30.5 cm (12 in)" },
    { name: "Height", text: "6.4 cm (2.5 in)" },
  ]);
});

test("the pieces of a set are placed side by side, and pieces without a size are left out", () => {
  expect([countPieces("Saanjh Teak Bowls, Set of 2"), countPieces("Bowl Pair"), countPieces("Bowl")]).toEqual(
    [2, 2, 1],
  );
  const size = [{ L: 4, B: 4, H: 2 }];
  expect(getFootprint({ title: "Bowls, Set of 3", size })?.length).toBeGreaterThan(20);
  expect(getFootprint({ title: "Bowl", size })).toEqual({ length: 10.2, breadth: 10.2 });
  expect(getFootprint({ title: "Bowl", size: [] })).toBeNull();
});
