import { formatInvoiceNumber, invoiceKinds } from "#shop/documents/invoice-number.ts";
import { toRupees, type Paise } from "#contract/money.ts";
import type { TaxDocument } from "../tax-documents.ts";
import { UNIT } from "../tax-facts.ts";
import { toIsoDay } from "#contract/dates.ts";
import { findGstinError, normaliseGstin } from "#shop/pricing/gstin.ts";

/* The file format of GSTR-1 in the GST network's offline tool. Amounts are in rupees, dates are dd-mm-yyyy. */

const documentKinds = {
  invoice: { doc_num: 1, doc_typ: "Invoices for outward supply" },
  "credit-note": { doc_num: 5, doc_typ: "Credit Note" },
  challan: {
    doc_num: 12,
    doc_typ: "Delivery Challan in cases other than by way of supply (excluding at S no. 9 to 11)",
  },
};

/**
 * Invoices above this amount to consumers in another state are listed one by one (table B2CL; CGST rule 59(4),
 * notification 12/2024). Smaller invoices are added up.
 */
const LARGE_ABOVE: Paise = 1_00_000_00;

export interface RatedAmounts {
  rt: number;
  txval: number;
  iamt?: number;
  camt?: number;
  samt?: number;
  /** The cess, always 0, because these goods are not subject to it. */
  csamt: number;
}

interface IssuedDocument {
  number: string;
}

interface OtherDocuments {
  challans: readonly (IssuedDocument & { cancelledAt: Date | null })[];
  cancelled: readonly IssuedDocument[];
}

/**
 * Builds the GSTR-1 of one GSTIN and month (`2026-11`). `others` are delivery challans and cancelled invoices, which
 * appear only in the table of document counts.
 */
export function buildGstReturn(
  gstin: string,
  month: string,
  reported: readonly ReportedDocument[],
  others: OtherDocuments,
) {
  const listSection = (section: ReportedDocument["section"]) =>
    reported.filter((each) => each.section === section);
  const sections = {
    b2b: groupBy(listSection("b2b"), getBuyer).map(([ctin, sales]) => ({
      ctin,
      inv: sales.map((each) => ({ ...toInvoice(each), ...toBusiness(each) })),
    })),
    b2cl: groupBy(listSection("b2cl"), getPlace).map(([pos, sales]) => ({
      pos,
      inv: sales.map(toInvoice),
    })),
    b2cs: listSmallSales(listSection("b2cs")),
    cdnr: groupBy(listSection("cdnr"), getBuyer).map(([ctin, notes]) => ({
      ctin,
      nt: notes.map((each) => ({ ...toNote(each), ...toBusiness(each) })),
    })),
    cdnur: listSection("cdnur").map((each) => ({ typ: "B2CL", ...toNote(each), pos: getPlace(each) })),
  };
  const hsn = omitEmpty({
    hsn_b2b: sumByHsn(reported.filter(({ buyer }) => buyer !== null)),
    hsn_b2c: sumByHsn(reported.filter(({ buyer }) => buyer === null)),
  });
  const issued = listIssued(
    reported.map(({ document }) => document.row),
    others,
  );
  return {
    gstin,
    fp: `${month.slice(5)}${month.slice(0, 4)}`,
    version: "GST3.2.4",
    hash: "hash",
    ...omitEmpty(sections),
    ...(Object.keys(hsn).length > 0 && { hsn }),
    ...(issued.length > 0 && { doc_issue: { doc_det: issued } }),
  };
}

export type GstReturn = ReturnType<typeof buildGstReturn>;

/** Omits empty lists, because the portal rejects them. */
const omitEmpty = <Lists extends Record<string, readonly unknown[]>>(lists: Lists) =>
  Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)) as Partial<Lists>;

const getPlace = ({ document: { placeOfSupply } }: ReportedDocument): string => placeOfSupply.code ?? "";

const getBuyer = ({ buyer }: ReportedDocument): string => buyer ?? "";

const toInvoice = ({ document }: ReportedDocument) => ({
  inum: document.row.number,
  idt: toReturnDate(document.row.issuedAt),
  val: toRupees(document.facts.amount),
  itms: listItems(document),
});

const toNote = ({ document }: ReportedDocument) => ({
  ntty: "C",
  nt_num: document.row.number,
  nt_dt: toReturnDate(document.row.issuedAt),
  val: toRupees(document.facts.amount),
  itms: listItems(document),
});

/** The codes of a regular sale without reverse charge. Sales to special economic zones have other codes. */
const toBusiness = (each: ReportedDocument) => ({ pos: getPlace(each), rchrg: "N", inv_typ: "R" });

function listItems({ facts: { lines, isInterState } }: TaxDocument) {
  const sums = sumBy(
    lines.map((line) => ({ line, sign: 1 as const, quantity: line.quantity })),
    ({ line }) => String(line.rate),
  );
  return [...sums.values()].map((each, at) => ({ num: at + 1, itm_det: toRated(each, isInterState) }));
}

function listSmallSales(reported: readonly ReportedDocument[]) {
  return groupBy(reported, getPlace).flatMap(([pos, ofPlace]) =>
    [true, false].flatMap((isInterState) => {
      const entries = listLines(
        ofPlace.filter(({ document }) => document.facts.isInterState === isInterState),
      );
      return [...sumBy(entries, ({ line }) => String(line.rate)).values()]
        .filter((sums) => !isAllZero({ ...sums, quantity: 0 }))
        .map((sums) => ({
          sply_ty: isInterState ? "INTER" : "INTRA",
          pos,
          typ: "OE",
          ...toRated(sums, isInterState),
        }));
    }),
  );
}

const groupBy = (reported: readonly ReportedDocument[], nameOf: (each: ReportedDocument) => string) =>
  [...Map.groupBy(reported, nameOf)].toSorted(([first], [other]) => first.localeCompare(other));

/** Returns table 12 of the GSTR-1: totals by HSN code and tax rate. The code is empty for products without one. */
const sumByHsn = (reported: readonly ReportedDocument[]) =>
  [...sumBy(listLines(reported), ({ line }) => `${line.hsn ?? ""} ${line.rate}`)]
    .filter(([, sums]) => !isAllZero(sums))
    .toSorted(([first], [other]) => first.localeCompare(other))
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

export type HsnSummary = ReturnType<typeof sumByHsn>[number];

/**
 * Returns table 13 of the GSTR-1: first number, last number and count of each number series. A series from which
 * numbers were lost, because the shop was restored from a backup, has several ranges.
 */
const listIssued = (rows: readonly TaxDocument["row"][], { challans, cancelled }: OtherDocuments) =>
  [
    ...invoiceKinds.map((kind) => ({
      ...documentKinds[kind],
      docs: listSeries(
        rows.filter((row) => row.kind === kind),
        kind === "invoice" ? cancelled : [],
      ),
    })),
    {
      ...documentKinds.challan,
      docs: listSeries(
        challans.filter(({ cancelledAt }) => cancelledAt === null),
        challans.filter(({ cancelledAt }) => cancelledAt !== null),
      ),
    },
  ].filter(({ docs }) => docs.length > 0);

function listSeries(issued: readonly IssuedDocument[], cancelled: readonly IssuedDocument[]) {
  const ranges: string[][] = [];
  for (const number of [...issued, ...cancelled].map((each) => each.number).toSorted()) {
    const range = ranges.at(-1);
    if (range && number === getNextNumber(range.at(-1) ?? "")) range.push(number);
    else ranges.push([number]);
  }
  const cancelledNumbers = new Set(cancelled.map(({ number }) => number));
  return ranges.map((numbers, at) => {
    const totnum = numbers.length;
    const [from = "", to = ""] = [numbers[0], numbers.at(-1)];
    const cancel = numbers.filter((number) => cancelledNumbers.has(number)).length;
    return { num: at + 1, from, to, totnum, cancel, net_issue: totnum - cancel };
  });
}

function getNextNumber(number: string): string {
  const [series = "", serial] = number.split("/");
  return formatInvoiceNumber(series, Number(serial) + 1);
}

interface Sums {
  rate: number;
  quantity: number;
  taxable: Paise;
  igst: Paise;
  cgst: Paise;
  sgst: Paise;
}

type Line = TaxDocument["facts"]["lines"][number];

function sumBy<Entry extends { line: Line; sign: 1 | -1; quantity: number }>(
  entries: Iterable<Entry>,
  nameOf: (entry: Entry) => string,
): Map<string, Sums> {
  const sums = new Map<string, Sums>();
  for (const entry of entries) {
    const { line, sign, quantity } = entry;
    const name = nameOf(entry);
    const sum = sums.get(name) ?? { rate: line.rate, quantity: 0, taxable: 0, igst: 0, cgst: 0, sgst: 0 };
    sum.quantity += sign * quantity;
    for (const column of ["taxable", "igst", "cgst", "sgst"] as const) sum[column] += sign * line[column];
    sums.set(name, sum);
  }
  return sums;
}

const isAllZero = ({ rate: _rate, ...figures }: Sums): boolean =>
  Object.values(figures).every((figure) => figure === 0);

const toRated = ({ rate, taxable, igst, cgst, sgst }: Sums, isInterState: boolean): RatedAmounts => ({
  rt: rate,
  txval: toRupees(taxable),
  ...(isInterState ? { iamt: toRupees(igst) } : { camt: toRupees(cgst), samt: toRupees(sgst) }),
  csamt: 0,
});

export interface ReportedDocument {
  document: TaxDocument;
  buyer: string | null;
  section: "b2b" | "b2cl" | "b2cs" | "cdnr" | "cdnur";
  sign: 1 | -1;
}

export function toReported(document: TaxDocument): ReportedDocument {
  const { row, order, corrects, facts } = document;
  const buyer = findBuyer(document);
  const isSale = row.kind === "invoice";
  const saleAmount = isSale ? row.amount : (corrects?.amount ?? order.payable);
  const isByItself = facts.isInterState && saleAmount > LARGE_ABOVE;
  const section = buyer ? (isSale ? "b2b" : "cdnr") : !isByItself ? "b2cs" : isSale ? "b2cl" : "cdnur";
  return { document, buyer, section, sign: isSale ? 1 : -1 };
}

function findBuyer({ recipient: { companyInvoice } }: TaxDocument): string | null {
  const gstin = companyInvoice && normaliseGstin(companyInvoice.taxCode);
  return gstin && findGstinError(gstin) === null ? gstin : null;
}

function* listLines(reported: readonly ReportedDocument[]) {
  for (const { document, sign } of reported)
    for (const line of document.facts.lines)
      yield { line, sign, quantity: line.isShipping ? 0 : line.quantity };
}

const toReturnDate = (date: Date): string => toIsoDay(date).split("-").toReversed().join("-");
