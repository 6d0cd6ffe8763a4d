import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { CommandRefused, defineCommand, UsageError } from "#platform/operator/command.ts";
import { parseMonth } from "#platform/operator/command-input.ts";
import type { Context } from "#platform/context.ts";
import { findSeller } from "#shop/seller/server/index.ts";
import { isSample } from "#shop/seller/seller.ts";
import { findGstinError, normaliseGstin } from "#shop/pricing/gstin.ts";
import type { GstReturn } from "../../gst-return.ts";
import { listTaxDocuments } from "../tax-documents.ts";
import { buildGstReturn } from "./build-gst-return.ts";
import { findReturnGaps } from "./find-return-gaps.ts";
import { describeReturn } from "./describe-return.ts";
import { formatSection } from "./gst-return-csv.ts";
import { type CsvSection, csvSections } from "./sheet-columns.ts";
import { type ReportedDocument, toReported } from "./reported-documents.ts";

export const gstReturn = defineCommand({
  noun: "report",
  verb: "gstr1",
  summary: "GSTR-1 of a month, for the offline tool or the portal: the whole return, and each sheet.",
  args: [],
  options: {
    month: { summary: "the month, e.g. 2026-11" },
    into: { summary: "a folder for the return as JSON and for each of its sheets as CSV" },
    csv: { summary: "only this sheet, printed", choices: csvSections },
    gstin: { summary: "of which registration; without it the one in seller.json" },
  },
  examples: [
    "report gstr1 --month 2026-11",
    "report gstr1 --month 2026-11 --into november",
    "report gstr1 --month 2026-11 --csv b2b > b2b.csv",
  ],
  async run(context, { options, folder }) {
    const { month = "", into, csv } = options;
    const documents = await listTaxDocuments(context, parseMonth(month));
    const gstin = findGstin(context, options["gstin"]);
    const isOwn = ({ seller }: (typeof documents)[number]) => (seller?.gstin ?? gstin) === gstin;
    const reported = documents.filter(isOwn).map(toReported);
    const content = buildGstReturn(gstin, month, reported);
    const names = listBuyerNames(reported);
    if (csv) return { message: formatSection(csv as CsvSection, content, names) };
    const findings = findReturnGaps(
      reported,
      documents.filter((each) => !isOwn(each)),
    );
    const written = into === undefined ? [] : await writeFiles(path.resolve(folder, into), content, names);
    return describeReturn({ month, content, reported, findings, written });
  },
});

/** @throws CommandRefused */
function findGstin(context: Context, given: string | undefined): string {
  const own = findSeller(context)?.gstin ?? "";
  if (given === undefined && (own === "" || isSample(own)))
    throw new CommandRefused("seller.json names no GSTIN, and a return is given under one.");
  const gstin = normaliseGstin(given ?? own);
  const error = findGstinError(gstin);
  if (error) throw new UsageError(`The GSTIN ${gstin} ${error}`);
  return gstin;
}

const listBuyerNames = (reported: readonly ReportedDocument[]): Map<string, string> =>
  new Map(
    reported.flatMap(({ buyer, document: { recipient } }) =>
      buyer ? [[buyer, recipient.companyInvoice?.name ?? ""] as const] : [],
    ),
  );

/** @throws CommandRefused */
async function writeFiles(
  folder: string,
  content: GstReturn,
  names: ReadonlyMap<string, string>,
): Promise<string[]> {
  const name = `gstr1-${content.fp.slice(2)}-${content.fp.slice(0, 2)}`;
  const files = {
    [`${name}.json`]: JSON.stringify(content, null, 2),
    ...Object.fromEntries(
      csvSections.map((section) => [`${name}-${section}.csv`, formatSection(section, content, names)]),
    ),
  };
  try {
    await mkdir(folder, { recursive: true });
    for (const [file, text] of Object.entries(files)) await writeFile(path.join(folder, file), `${text}\n`);
  } catch (cause) {
    const { message } = cause as NodeJS.ErrnoException;
    throw new CommandRefused(`The return could not be written to ${folder}: ${message}`);
  }
  return Object.keys(files).map((file) => path.join(folder, file));
}
