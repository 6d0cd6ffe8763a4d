import { parseNumber } from "#contract/number.ts";

/** Parses a number in a list's number format. Returns null if it is invalid or ambiguous. */
export type ReadNumber = (cell: string) => number | null;

/** True if the cell must have a decimal comma: `9,5`, `0,350` or `1.250,00`. False for `1,250`, which is ambiguous. */
const hasDecimalComma = (cell: string): boolean =>
  /^(?:\d+,(?:\d{1,2}|\d{4,})|0,\d+|\d{1,3}(?:\.\d{3})+,\d+)$/.test(cell);

/** True if the cell must have a decimal point: `9.5`, `0.350` or `1,250.00`. False for `1.250`, which is ambiguous. */
const hasDecimalPoint = (cell: string): boolean =>
  /^(?:\d*\.(?:\d{1,2}|\d{4,})|0\.\d+|\d{1,3}(?:,\d{2,3})+\.\d+)$/.test(cell);

/**
 * Detects the number format of a list from all its numbers. `1,250` is read as 1250 if the list contains `9.5`, as 1.25
 * if it contains `0,35`, and as null if all its numbers are ambiguous.
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
