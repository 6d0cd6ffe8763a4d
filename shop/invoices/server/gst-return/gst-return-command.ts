import { writeFile } from "node:fs/promises";
import path from "node:path";
import { CommandRefused, defineCommand, UsageError } from "#platform/operator/command.ts";
import { parseMonth } from "#platform/operator/command-values.ts";
import { createFolder, writeOrRefuse } from "#platform/operator/written-files.ts";
import type { Context } from "#platform/context.ts";
import { findSeller } from "#shop/seller/server/index.ts";
import { isSample } from "#shop/seller/seller.ts";
import { findGstinError, normaliseGstin } from "#shop/pricing/gstin.ts";
import { listTaxDocuments, type TaxDocument } from "../tax-documents.ts";
import { UNIT } from "../tax-facts.ts";
import {
  buildGstReturn,
  type GstReturn,
  type HsnSummary,
  type RatedAmounts,
  type ReportedDocument,
  toReported,
} from "./gst-return.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { formatCount, joinFirst } from "#contract/text.ts";
import type { DataOf } from "#contract/command-data.ts";
import { gstReturn } from "../../command-results.ts";
import { findStateByCode } from "#shop/addresses/indian-states.ts";
import { formatCsv } from "#platform/storage/csv.ts";

const csvSections = ["b2b", "b2cl", "b2cs", "cdnr", "cdnur", "hsn-b2b", "hsn-b2c", "docs"] as const;
type CsvSection = (typeof csvSections)[number];

const hsnColumns =
  "HSN,Description,UQC,Total Quantity,Total Value,Rate,Taxable Value,Integrated Tax Amount,Central Tax Amount,State/UT Tax Amount,Cess Amount";

const rated = "Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount";

const headerRows: Readonly<Record<CsvSection, string>> = {
  b2b: "GSTIN/UIN of Recipient,Receiver Name,Invoice Number,Invoice date,Invoice Value,Place Of Supply,Reverse Charge,Applicable % of Tax Rate,Invoice Type,E-Commerce GSTIN,Rate,Taxable Value,Cess Amount",
  b2cl: `Invoice Number,Invoice date,Invoice Value,Place Of Supply,${rated},E-Commerce GSTIN`,
  b2cs: `Type,Place Of Supply,${rated},E-Commerce GSTIN`,
  cdnr: `GSTIN/UIN of Recipient,Receiver Name,Note Number,Note Date,Note Type,Place Of Supply,Reverse Charge,Note Supply Type,Note Value,${rated}`,
  cdnur: `UR Type,Note Number,Note Date,Note Type,Place Of Supply,Note Value,${rated}`,
  "hsn-b2b": hsnColumns,
  "hsn-b2c": hsnColumns,
  docs: "Nature of Document,Sr. No. From,Sr. No. To,Total Number,Cancelled",
};

type Finding = DataOf<typeof gstReturn>["findings"][number];

export const gstReturnCommand = defineCommand({
  ...gstReturn,
  reads: true,
  summary:
    "Makes the GSTR-1 of a month: one file for the GST portal, and each sheet as CSV for the offline tool.",
  args: [],
  options: {
    month: { summary: "the month, e.g. 2026-11", kind: "month", required: true },
    into: { summary: "a folder for the return as JSON and for each of its sheets as CSV", kind: "folder" },
    csv: { summary: "print only this sheet, as CSV", choices: csvSections },
    gstin: { summary: "the GSTIN of the registration; by default the one of your seller details" },
  },
  examples: [
    "report gstr1 --month 2026-11 --into november",
    "report gstr1 --month 2026-11 --csv b2b > b2b.csv",
  ],
  async run(context, { options, folder }) {
    const { month = "", into, csv } = options;
    const { documents, ...others } = await listTaxDocuments(context, parseMonth(month));
    const gstin = findGstin(context, options["gstin"]);
    const isOwn = ({ seller }: { seller: { gstin?: string } | null }) =>
      seller?.gstin === undefined || isSample(seller.gstin) || seller.gstin === gstin;
    const reported = documents.filter(isOwn).map(toReported);
    const challans = others.challans.filter(isOwn);
    const cancelled = others.cancelled.filter(isOwn);
    const content = buildGstReturn(gstin, month, reported, { challans, cancelled });
    const names = listBuyerNames(reported);
    if (csv) return { message: formatSection(csv as CsvSection, content, names) };
    const findings = checkReturn(
      reported,
      documents.filter((each) => !isOwn(each)),
    );
    const written = into === undefined ? [] : await writeFiles(path.resolve(folder, into), content, names);
    return describeReturn(month, content, reported, { findings, written });
  },
});

function findGstin(context: Context, value: string | undefined): string {
  const ownGstin = findSeller(context)?.gstin ?? "";
  if (value === undefined && (ownGstin === "" || isSample(ownGstin)))
    throw new CommandRefused("A GST return needs your GSTIN. Enter it in the seller details first.");
  const gstin = normaliseGstin(value ?? ownGstin);
  const error = findGstinError(gstin);
  if (error) throw new UsageError(`The GSTIN ${gstin} ${error}`);
  return gstin;
}

/** Returns the buyers' names by document number, because buyers with different names may share a GSTIN. */
const listBuyerNames = (reported: readonly ReportedDocument[]): Map<string, string> =>
  new Map(
    reported.map(({ document: { row, recipient } }) => [row.number, recipient.companyInvoice?.name ?? ""]),
  );

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
  await createFolder(folder);
  await writeOrRefuse(folder, async () => {
    for (const [file, text] of Object.entries(files)) await writeFile(path.join(folder, file), `${text}\n`);
  });
  return Object.keys(files).map((file) => path.join(folder, file));
}

const sectionNames: Readonly<Record<ReportedDocument["section"], string>> = {
  b2b: "B2B, invoices to registered buyers",
  b2cl: "B2CL, large invoices to other states",
  b2cs: "B2CS, sales to all other buyers, less refunds",
  cdnr: "CDNR, credit notes to registered buyers",
  cdnur: "CDNUR, credit notes for large invoices to other states",
};

function describeReturn(
  month: string,
  content: GstReturn,
  reported: readonly ReportedDocument[],
  { findings, written }: { findings: readonly Finding[]; written: readonly string[] },
) {
  const sums = (documents: readonly ReportedDocument[]) =>
    (["taxable", "igst", "cgst", "sgst"] as const).map((name) =>
      // `|| 0` turns -0 into 0. Otherwise the amount would be shown with a minus sign.
      formatRupeesGrouped(
        documents.reduce((sum, { document, sign }) => sum + sign * document.facts[name], 0) || 0,
      ),
    );
  const rows = Object.entries(sectionNames).map(([section, name]) => {
    const sectionDocuments = reported.filter((each) => each.section === section);
    return [name, sectionDocuments.length, ...sums(sectionDocuments)];
  });
  const gaps = findings.map(({ what, remedy, documents }) => {
    const numbers = documents.map(({ number }) => number);
    return `${formatCount(documents.length, "document")} with ${what}: ${joinFirst(numbers)}. ${remedy}.`;
  });
  const fileLines =
    written.length > 0
      ? [`${formatCount(written.length, "file")}: ${written[0]} and a CSV file for each section.`]
      : [];
  return {
    title: `GSTR-1 of ${month}, ${content.gstin}`,
    columns: ["Section", "Documents", "Taxable", "IGST", "CGST", "SGST"],
    rows: [...rows, ["Total", reported.length, ...sums(reported)]],
    message: [...gaps, ...fileLines].join("\n"),
    data: { month, gstr1: content, findings: [...findings], files: [...written] },
    ...(findings.length > 0 && { attention: true as const }),
  };
}

type Gap = Pick<Finding, "what" | "remedy"> & { document: TaxDocument };

function checkReturn(reported: readonly ReportedDocument[], others: readonly TaxDocument[]): Finding[] {
  const gaps = [
    ...reported.flatMap((each) => [...checkDocument(each)]),
    ...others.map((document) => ({
      document,
      what: `another GSTIN of yours, ${document.seller?.gstin}, which are not in this return`,
      remedy: `Make another return for the GSTIN ${document.seller?.gstin}`,
    })),
  ];
  return [...Map.groupBy(gaps, ({ what }) => what).values()].flatMap(([first, ...more]) =>
    first
      ? {
          what: first.what,
          remedy: first.remedy,
          documents: [first, ...more].map(({ document: { row, order } }) => ({
            number: row.number,
            orderId: order.orderId,
          })),
        }
      : [],
  );
}

function* checkDocument({ document, buyer }: ReportedDocument): Generator<Gap> {
  const { placeOfSupply, recipient, facts } = document;
  if (placeOfSupply.code === null)
    yield {
      document,
      what: `the place of supply "${placeOfSupply.name}", which is not a state of India and is left empty`,
      remedy: "Enter the code of the state in the GST return",
    };
  if (recipient.companyInvoice && buyer === null)
    yield {
      document,
      what: `the tax code "${recipient.companyInvoice.taxCode}" of a company, which is not a GSTIN`,
      remedy: "The document is reported as a sale to a consumer. Ask the customer for the GSTIN",
    };
  if (facts.lines.some(({ hsn, isShipping }) => hsn === null && !isShipping))
    yield {
      document,
      what: "a line without an HSN",
      remedy: "Enter the HSN in the GST return, and in the product for future invoices",
    };
}

const formatSection = (section: CsvSection, content: GstReturn, names: ReadonlyMap<string, string>): string =>
  formatCsv([headerRows[section].split(","), ...rows[section](content, names)]);

type Row = (string | number)[];

const rows: Readonly<Record<CsvSection, (content: GstReturn, names: ReadonlyMap<string, string>) => Row[]>> =
  {
    b2b: ({ b2b = [] }, names) =>
      b2b.flatMap(({ ctin, inv }) =>
        inv.flatMap(({ inum, idt, val, pos, rchrg, itms }) =>
          listRated(itms).map((cells) => [
            ctin,
            names.get(inum) ?? "",
            inum,
            formatDay(idt),
            val,
            formatPlace(pos),
            rchrg,
            "",
            "Regular B2B",
            ...cells,
          ]),
        ),
      ),
    b2cl: ({ b2cl = [] }) =>
      b2cl.flatMap(({ pos, inv }) =>
        inv.flatMap(({ inum, idt, val, itms }) =>
          listRated(itms).map((cells) => [inum, formatDay(idt), val, formatPlace(pos), ...cells, ""]),
        ),
      ),
    b2cs: ({ b2cs = [] }) =>
      b2cs.map(({ typ, pos, rt, txval, csamt }) => [typ, formatPlace(pos), "", rt, txval, csamt, ""]),
    cdnr: ({ cdnr = [] }, names) =>
      cdnr.flatMap(({ ctin, nt }) =>
        nt.flatMap(({ nt_num, nt_dt, ntty, val, pos, rchrg, itms }) =>
          listRated(itms).map((cells) => [
            ctin,
            names.get(nt_num) ?? "",
            nt_num,
            formatDay(nt_dt),
            ntty,
            formatPlace(pos),
            rchrg,
            "Regular B2B",
            val,
            ...cells,
          ]),
        ),
      ),
    cdnur: ({ cdnur = [] }) =>
      cdnur.flatMap(({ typ, nt_num, nt_dt, ntty, pos, val, itms }) =>
        listRated(itms).map((cells) => [
          typ,
          nt_num,
          formatDay(nt_dt),
          ntty,
          formatPlace(pos),
          val,
          ...cells,
        ]),
      ),
    "hsn-b2b": ({ hsn }) => listHsnRows(hsn?.hsn_b2b),
    "hsn-b2c": ({ hsn }) => listHsnRows(hsn?.hsn_b2c),
    docs: ({ doc_issue }) =>
      (doc_issue?.doc_det ?? []).flatMap(({ doc_typ, docs }) =>
        docs.map(({ from, to, totnum, cancel }) => [doc_typ, from, to, String(totnum), String(cancel)]),
      ),
  };

const listRated = (itms: readonly { itm_det: RatedAmounts }[]): Row[] =>
  itms.map(({ itm_det: { rt, txval, csamt } }) => ["", rt, txval, csamt]);

const listHsnRows = (summaries: readonly HsnSummary[] = []): Row[] =>
  summaries.map(({ hsn_sc, qty, rt, txval, iamt, camt, samt, csamt }) => [
    hsn_sc,
    "",
    UNIT.name,
    qty,
    txval + iamt + camt + samt + csamt,
    rt,
    txval,
    iamt,
    camt,
    samt,
    csamt,
  ]);

const formatPlace = (code: string): string => `${code}-${findStateByCode(code)?.name ?? ""}`;

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

function formatDay(day: string): string {
  const [date = "", month = "", year = ""] = day.split("-");
  return `${date}-${MONTHS[Number(month) - 1]}-${year}`;
}
