import { formatCount } from "#contract/text.ts";
import type { Finding } from "#platform/checks/finding.ts";
import type { TaxDocument } from "../tax-documents.ts";
import type { ReportedDocument } from "./reported-documents.ts";

/** What the return lacks, or may say wrongly, until the owner has looked. */
export const findReturnGaps = (
  reported: readonly ReportedDocument[],
  others: readonly TaxDocument[],
): Finding[] => [
  ...reported.flatMap((each) => [...findGaps(each)]),
  ...others.map(({ row, seller }) => ({
    about: row.number,
    what: `was given under another GSTIN, ${seller?.gstin}, and is not in this return`,
    remedy: `report gstr1 … --gstin ${seller?.gstin}`,
  })),
];

function* findGaps({ document, buyer }: ReportedDocument): Generator<Finding> {
  const { row, placeOfSupply, recipient, facts } = document;
  const about = row.number;
  if (placeOfSupply.code === null) {
    const what = `goes to "${placeOfSupply.name}", which is no state of India: its place of supply is empty`;
    yield { about, what, remedy: "Write its code into the return" };
  }
  if (recipient.companyInvoice && buyer === null) {
    const what = `names a company whose tax code is no GSTIN: "${recipient.companyInvoice.taxCode}"`;
    yield { about, what, remedy: "It is counted as a sale to a consumer; ask the customer" };
  }
  const without = facts.lines.filter(({ hsn }) => hsn === null).length;
  if (without > 0) {
    const what = `has ${formatCount(without, "line")} without an HSN`;
    yield { about, what, remedy: "Write it into the return, and hsn into the product for those to come" };
  }
}
