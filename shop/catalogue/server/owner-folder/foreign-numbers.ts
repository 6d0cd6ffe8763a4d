import { parseNumber } from "#contract/number.ts";

export type ReadNumber = (cell: string) => number | null;

/** True for `9,5`, `0,350` and `1.250,00`. False for `1,250`, which is ambiguous. */
const hasDecimalComma = (cell: string): boolean =>
  /^(?:\d+,(?:\d{1,2}|\d{4,})|0,\d+|\d{1,3}(?:\.\d{3})+,\d+)$/.test(cell);

/** True for `9.5`, `0.350` and `1,250.00`. False for `1.250`, which is ambiguous. */
const hasDecimalPoint = (cell: string): boolean =>
  /^(?:\d*\.(?:\d{1,2}|\d{4,})|0\.\d+|\d{1,3}(?:,\d{2,3})+\.\d+)$/.test(cell);

/**
 * Returns a function that reads `1,250` as 1250 if some cells are like `9.5`, or as 1.25 if some are like `0,35`. With
 * cells of both kinds or of neither, it returns null for `1,250`.
 */
export function createNumberReader(cells: readonly string[]): ReadNumber {
  const hasComma = cells.some(hasDecimalComma);
  const hasPoint = cells.some(hasDecimalPoint);
  return (cell) => {
    if (/^\d+$/.test(cell)) return parseNumber(cell);
    if (hasDecimalComma(cell) || (hasComma && !hasPoint)) return readWithComma(cell);
    if (hasDecimalPoint(cell) || /^\d+\.\d+$/.test(cell)) return readWithPoint(cell);
    return hasPoint && !hasComma ? readWithPoint(cell) : null;
  };
}

const readWithComma = (cell: string): number | null =>
  /^(?:\d+|\d{1,3}(?:\.\d{3})+)(?:,\d+)?$/.test(cell)
    ? parseNumber(cell.replaceAll(".", "").replace(",", "."))
    : null;

const readWithPoint = (cell: string): number | null =>
  /^(?:\d*|\d{1,3}(?:,\d{2,3})+)(?:\.\d+)?$/.test(cell) && cell !== ""
    ? Number(cell.replaceAll(",", ""))
    : null;
