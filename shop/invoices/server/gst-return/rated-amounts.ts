import { type Paise, toRupees } from "#contract/money.ts";
import type { RatedAmounts } from "../../gst-return.ts";
import type { TaxDocument } from "../tax-documents.ts";

/** Amounts of one rate, in paise. */
export interface Sums {
  rate: number;
  quantity: number;
  taxable: Paise;
  igst: Paise;
  cgst: Paise;
  sgst: Paise;
}

type Line = TaxDocument["facts"]["lines"][number];

/** Lines added up by a name that they have in common, each with its sign. */
export function sumBy<Entry extends { line: Line; sign: 1 | -1; quantity: number }>(
  entries: Iterable<Entry>,
  nameOf: (entry: Entry) => string,
): Map<string, Sums> {
  const sums = new Map<string, Sums>();
  for (const entry of entries) {
    const { line, sign, quantity } = entry;
    const name = nameOf(entry);
    const before = sums.get(name) ?? { rate: line.rate, quantity: 0, taxable: 0, igst: 0, cgst: 0, sgst: 0 };
    sums.set(name, {
      rate: line.rate,
      quantity: before.quantity + sign * quantity,
      taxable: before.taxable + sign * line.taxable,
      igst: before.igst + sign * line.igst,
      cgst: before.cgst + sign * line.cgst,
      sgst: before.sgst + sign * line.sgst,
    });
  }
  return sums;
}

/** Whether nothing is left of it: what was sold and came back within the month. */
export const isNothing = ({ rate: _rate, ...figures }: Sums): boolean =>
  Object.values(figures).every((figure) => figure === 0);

/** As the return writes it: IGST alone, or CGST and SGST. */
export const toRated = ({ rate, taxable, igst, cgst, sgst }: Sums, isInterState: boolean): RatedAmounts => ({
  rt: rate,
  txval: toRupees(taxable),
  ...(isInterState ? { iamt: toRupees(igst) } : { camt: toRupees(cgst), samt: toRupees(sgst) }),
  csamt: 0,
});
