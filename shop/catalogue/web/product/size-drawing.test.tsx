import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { DINNER_PLATE_CM } from "../../sizes.ts";
import { DRAWING_WIDTH, scaleDrawing } from "./scale-plan.tsx";
import { SizeDrawing } from "./size-drawing.tsx";

const tray = { title: "Acacia Serving Tray", subcategory: "Tray" };

const drawn = (size: { L: number; B: number }, what = tray) => scaleDrawing(size, what);

test.each([
  { L: 18, B: 12 },
  { L: 4, B: 4 },
  { L: 20, B: 6 },
  { L: 6, B: 30 },
])("the drawing shows piece and plate at one scale on one ground: $L × $B in", (size) => {
  const { piece, plate, height } = drawn(size);
  const perCm = (plate.radius * 2) / DINNER_PLATE_CM;
  expect(piece.width / perCm).toBeCloseTo(size.L * 2.54, 0);
  expect(piece.height / perCm).toBeCloseTo(size.B * 2.54, 0);
  expect(piece.y + piece.height).toBeCloseTo(plate.y + plate.radius);
  expect(piece.x + piece.width).toBeLessThan(plate.x - plate.radius);
  expect(plate.x + plate.radius).toBeLessThanOrEqual(DRAWING_WIDTH);
  expect(Math.min(piece.y, plate.y - plate.radius)).toBeGreaterThan(0);
  expect(height).toBeGreaterThan(piece.y + piece.height);
});

test("the drawing shows bowls, round and oval pieces round, boards and boxes with corners", () => {
  const round = (size: { L: number; B: number }, title: string, subcategory: string) =>
    drawn(size, { title, subcategory }).piece.round;
  expect(round({ L: 15, B: 15 }, "Gol Tray", "Tray")).toBe(true);
  expect(round({ L: 11, B: 8 }, "Wave Rim", "Bowl")).toBe(true);
  expect(round({ L: 20, B: 8.5 }, "Oval Grazing Platter", "Platter")).toBe(true);
  expect(round({ L: 18, B: 12 }, "Serving Tray", "Tray")).toBe(false);
  expect(round({ L: 6.5, B: 6.5 }, "Square Caddy", "Cutlery Caddy")).toBe(false);
});

test("a piece without length or breadth has no drawing", () => {
  const sizes = [
    { L: 0, B: 12, H: 1 },
    { L: 12, B: Number.NaN, H: 1 },
  ];
  const { container } = render(<SizeDrawing product={{ ...tray, size: sizes, images: [] }} />);
  expect(container.innerHTML).toBe("");
});
