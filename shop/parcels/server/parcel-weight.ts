import type { Db } from "#platform/database/database.ts";
import { findProductRecords, type ProductRecord } from "#shop/catalogue/server/index.ts";
import type { Size } from "#shop/catalogue/product.ts";
import type { Pieces } from "#shop/orders/returned-pieces.ts";

type PackedPiece = Pick<ProductRecord, "weight" | "packed">;

export const findPieces = (db: Db, lines: readonly Pieces[]): Promise<ReadonlyMap<string, ProductRecord>> =>
  findProductRecords(
    db,
    lines.map(({ productId }) => productId),
  );

/**
 * Estimates the weight in grams, and the size in cm of the stacked boxes. `usual` replaces a missing weight or box
 * size. `unweighed` and `unmeasured` contain the products with neither their own value nor a usual value.
 */
export function measureParcel(
  lines: readonly Pieces[],
  pieces: ReadonlyMap<string, PackedPiece>,
  usual: PackedPiece = { weight: null, packed: null },
) {
  const weights = lines.map(({ productId, quantity }) => {
    const weight = pieces.get(productId)?.weight ?? usual.weight;
    return { productId, weight: weight ? weight * quantity : null };
  });
  const boxes = lines.map(({ productId, quantity }) => {
    const box = pieces.get(productId)?.packed ?? usual.packed;
    return { productId, box: box ? { ...box, H: box.H * quantity } : null };
  });
  const unweighed = weights.filter(({ weight }) => weight === null).map(({ productId }) => productId);
  const unmeasured = boxes.filter(({ box }) => box === null).map(({ productId }) => productId);
  return {
    weight: unweighed.length > 0 ? null : weights.reduce((sum, { weight }) => sum + (weight ?? 0), 0),
    size: unmeasured.length > 0 ? null : stackBoxes(boxes.flatMap(({ box }) => box ?? [])),
    unweighed,
    unmeasured,
  };
}

const stackBoxes = (boxes: readonly Size[]): Size => ({
  L: Math.max(...boxes.map(({ L }) => L)),
  B: Math.max(...boxes.map(({ B }) => B)),
  H: Math.round(boxes.reduce((sum, { H }) => sum + H, 0) * 10) / 10,
});

export const formatWeight = (grams: number): string =>
  grams < 1000 ? `${grams} g` : `${String(Math.round(grams / 10) / 100)} kg`;

export const formatSize = ({ L, B, H }: Size): string => `${L} × ${B} × ${H} cm`;
