import { expect, test } from "vitest";
import { describeSizes, formatShortSize, formatSize, formatSizes, listMeasures } from "./sizes.ts";
import { getStand } from "./shape.ts";
import { countPieces, getFootprint } from "./footprint.ts";

test("a size is given in centimetres to the millimetre, then in inches", () => {
  expect(formatSize({ L: 18, B: 12, H: 2.5 })).toBe("45.7 × 30.5 × 6.4 cm (18 × 12 × 2.5 in)");
  expect(formatSize({ L: 10, B: 1.1, H: 0.75 })).toBe("25.4 × 2.8 × 1.9 cm (10 × 1.1 × 0.75 in)");
});

test("formats several sizes on one line (§2.7, D4, D21)", () => {
  expect(
    formatSizes([
      { L: 10, B: 10, H: 1 },
      { L: 5, B: 5, H: 1 },
    ]),
  ).toBe("25.4 × 25.4 × 2.5 cm (10 × 10 × 1 in), 12.7 × 12.7 × 2.5 cm (5 × 5 × 1 in)");
  expect(formatSizes([])).toBe("");
});

test("the product page writes out a size, and the diameter of a round piece", () => {
  expect(describeSizes([{ L: 12, B: 12, H: 1 }])).toBe("30.5 cm across, 2.5 cm high");
  expect(describeSizes([{ L: 18, B: 12, H: 2.5 }])).toBe("45.7 × 30.5 cm, 6.4 cm high");
});

test("the specifications name length, breadth and height (§2.6)", () => {
  expect(listMeasures({ L: 18, B: 12, H: 2.5 })).toEqual([
    { name: "Length", text: "45.7 cm (18 in)" },
    { name: "Breadth", text: "30.5 cm (12 in)" },
    { name: "Height", text: "6.4 cm (2.5 in)" },
  ]);
});

test("a list shows a size in whole centimetres, without the height", () => {
  expect(formatShortSize([{ L: 14, B: 9, H: 0.8 }])).toBe("36 × 23 cm");
  expect(formatShortSize([{ L: 12, B: 12, H: 4.75 }])).toBe("30 cm across");
  const size = { L: 12, B: 9, H: 1 };
  expect(formatShortSize([size, size, size])).toBe("3 sizes");
  expect(formatShortSize([])).toBeNull();
});

test.each([
  ["a bowl on its foot", "bowl", { L: 12, B: 12, H: 4.75 }, { title: "Salad Bowl", subcategory: "Bowl" }],
  ["a caddy on its base", "box", { L: 11, B: 6.5, H: 7 }, { title: "Tote", subcategory: "Cutlery Caddy" }],
  ["a round tray on its edge", "disc", { L: 15, B: 15, H: 1.75 }, { title: "Tray", subcategory: "Tray" }],
  ["a board on its long side", "board", { L: 20, B: 6, H: 0.75 }, { title: "Board", subcategory: "Board" }],
] as const)("%s stands on the shelf", (_, stand, size, what) => expect(getStand(size, what)).toBe(stand));

test("the pieces of a set are placed side by side, and pieces without a size are left out", () => {
  expect([countPieces("Saanjh Teak Bowls, Set of 2"), countPieces("Bowl Pair"), countPieces("Bowl")]).toEqual(
    [2, 2, 1],
  );
  const size = [{ L: 4, B: 4, H: 2 }];
  expect(getFootprint({ title: "Bowls, Set of 3", size })?.length).toBeGreaterThan(20);
  expect(getFootprint({ title: "Bowl", size })).toEqual({ length: 10.2, breadth: 10.2 });
  expect(getFootprint({ title: "Bowl", size: [] })).toBeNull();
});
