import { expect, test } from "vitest";
import { listMeasures, formatShortSize, formatSizes, formatSize } from "./sizes.ts";

test("a size is given in inches and in centimetres to the millimetre", () => {
  expect(formatSize({ L: 18, B: 12, H: 2.5 })).toBe("18 × 12 × 2.5 in (45.7 × 30.5 × 6.4 cm)");
  expect(formatSize({ L: 10, B: 1.1, H: 0.75 })).toBe("10 × 1.1 × 0.75 in (25.4 × 2.8 × 1.9 cm)");
});

test("several sizes stand in one line (§2.7, D4, D21)", () => {
  expect(
    formatSizes([
      { L: 10, B: 10, H: 1 },
      { L: 5, B: 5, H: 1 },
    ]),
  ).toBe("10 × 10 × 1 in (25.4 × 25.4 × 2.5 cm), 5 × 5 × 1 in (12.7 × 12.7 × 2.5 cm)");
  expect(formatSizes([])).toBe("");
});

test("the specifications name length, breadth and height (§2.6)", () => {
  expect(listMeasures({ L: 18, B: 12, H: 2.5 })).toEqual([
    { name: "Length", text: "18 in (45.7 cm)" },
    { name: "Breadth", text: "12 in (30.5 cm)" },
    { name: "Height", text: "2.5 in (6.4 cm)" },
  ]);
});

test("a list says how large a piece is in whole centimetres, without its height", () => {
  expect(formatShortSize([{ L: 14, B: 9, H: 0.8 }])).toBe("36 × 23 cm");
  expect(formatShortSize([{ L: 12, B: 12, H: 4.75 }])).toBe("30 cm across");
  const size = { L: 12, B: 9, H: 1 };
  expect(formatShortSize([size, size, size])).toBe("3 sizes");
  expect(formatShortSize([])).toBeNull();
});
