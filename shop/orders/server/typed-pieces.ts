import type { Pieces } from "../returned-pieces.ts";

/** What the owner types as `--line teak-tray:1`; null for what is not written so. */
export function readTypedPieces(line: string): Pieces | null {
  const [, productId, quantity] = /^(.+):([1-9]\d{0,2})$/.exec(line.trim()) ?? [];
  return productId === undefined ? null : { productId, quantity: Number(quantity) };
}

export const describeWrongPieces = (line: string): string =>
  `--line ${line} is no line. Write the product and how many: teak-tray:1.`;
