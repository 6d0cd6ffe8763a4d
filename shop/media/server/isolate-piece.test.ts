import sharp from "sharp";
import { expect, test } from "vitest";
import { isolatePiece } from "./isolate-piece.ts";

const SIDE = 240;

const measure = async (file: string) => {
  const piece = sharp(await isolatePiece(sharp(file), SIDE));
  const { width, height, hasAlpha } = await piece.metadata();
  const { data, info } = await piece.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const opacityAt = (x: number, y: number) => data[(y * info.width + x) * 4 + 3] ?? 0;
  return { width, height, hasAlpha, opacityAt };
};

test("a product photographed from above is cut out of its background, without a margin", async () => {
  const { width, height, hasAlpha, opacityAt } = await measure(
    "catalogue/products/acacia-thali-platter-round-2.jpg",
  );
  expect(hasAlpha).toBe(true);
  expect(Math.abs(width / height - 1)).toBeLessThan(0.05);
  expect(opacityAt(1, 1)).toBe(0);
  expect(opacityAt(Math.round(width / 2), Math.round(height / 2))).toBe(255);
});

test("the cut-out of a picture without a plain background is one empty pixel", async () => {
  const { width, height, opacityAt } = await measure("catalogue/story/workshop.jpg");
  expect([width, height, opacityAt(0, 0)]).toEqual([1, 1, 0]);
});
