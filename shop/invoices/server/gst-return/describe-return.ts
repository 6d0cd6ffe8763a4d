import { formatRupees } from "#contract/money.ts";
import { formatCount } from "#contract/text.ts";
import type { CommandResult } from "#platform/operator/command.ts";
import type { GstReturn } from "../../gst-return.ts";
import type { findReturnGaps } from "./find-return-gaps.ts";
import type { ReportedDocument } from "./reported-documents.ts";

interface Described {
  month: string;
  content: GstReturn;
  reported: readonly ReportedDocument[];
  findings: ReturnType<typeof findReturnGaps>;
  written: readonly string[];
}

const sectionNames: Readonly<Record<ReportedDocument["section"], string>> = {
  b2b: "B2B, invoices to registered buyers",
  b2cl: "B2CL, large invoices to other states",
  b2cs: "B2CS, everyone else, less what went back",
  cdnr: "CDNR, credit notes to registered buyers",
  cdnur: "CDNUR, credit notes to large invoices",
};

/** What each section adds up to; together they are the month's `report sales`. */
export function describeReturn({ month, content, reported, findings, written }: Described): CommandResult {
  const sums = (some: readonly ReportedDocument[]) =>
    (["taxable", "igst", "cgst", "sgst"] as const).map((name) =>
      // No minus in front of nothing.
      formatRupees(some.reduce((sum, { document, sign }) => sum + sign * document.facts[name], 0) || 0),
    );
  const rows = Object.entries(sectionNames).map(([section, name]) => {
    const some = reported.filter((each) => each.section === section);
    return [name, some.length, ...sums(some)];
  });
  const gaps = findings.map(({ about, what, remedy }) => `${about} ${what}. ${remedy}.`);
  const where =
    written.length > 0 ? [`${formatCount(written.length, "file")}: ${written[0]} and its sheets.`] : [];
  return {
    title: `GSTR-1 of ${month}, ${content.gstin}`,
    columns: ["Section", "Documents", "Taxable", "IGST", "CGST", "SGST"],
    rows: [...rows, ["Total", reported.length, ...sums(reported)]],
    message: [...gaps, ...where].join("\n"),
    data: { month, gstr1: content, findings, files: written },
    ...(findings.length > 0 && { attention: true as const }),
  };
}
