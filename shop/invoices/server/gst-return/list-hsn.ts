import { toRupees } from "#contract/money.ts";
import { type GstReturn, type HsnSummary, UNIT } from "../../gst-return.ts";
import { isHsnParted } from "../../gst-return-rules.ts";
import { isNothing, sumBy } from "./rated-amounts.ts";
import { listLines, type ReportedDocument } from "./reported-documents.ts";

/** Table 12; what is sold without an HSN stands under an empty one. */
export function listHsn(reported: readonly ReportedDocument[], month: string): NonNullable<GstReturn["hsn"]> {
  const summarise = (some: readonly ReportedDocument[]): HsnSummary[] =>
    [...sumBy(listLines(some), ({ line }) => `${line.hsn ?? ""} ${line.rate}`)]
      .filter(([, sums]) => !isNothing(sums))
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([name, { rate, quantity, taxable, igst, cgst, sgst }], at) => ({
        num: at + 1,
        hsn_sc: name.split(" ", 1)[0] ?? "",
        uqc: UNIT.code,
        qty: quantity,
        rt: rate,
        txval: toRupees(taxable),
        iamt: toRupees(igst),
        camt: toRupees(cgst),
        samt: toRupees(sgst),
        csamt: 0,
      }));
  return isHsnParted(month)
    ? {
        hsn_b2b: summarise(reported.filter(({ buyer }) => buyer !== null)),
        hsn_b2c: summarise(reported.filter(({ buyer }) => buyer === null)),
      }
    : { data: summarise(reported) };
}
