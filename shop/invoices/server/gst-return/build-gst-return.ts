import { toRupees } from "#contract/money.ts";
import {
  type BusinessInvoice,
  type BusinessNote,
  type GstReturn,
  type LargeInvoice,
  type LargeNote,
  type ReturnItem,
  SCHEMA_VERSION,
  type SmallSales,
} from "../../gst-return.ts";
import type { TaxDocument } from "../tax-documents.ts";
import { listHsn } from "./list-hsn.ts";
import { listIssued } from "./list-issued.ts";
import { isNothing, sumBy, toRated } from "./rated-amounts.ts";
import { listLines, type ReportedDocument, toReturnDate } from "./reported-documents.ts";

/** GSTR-1 of one registration and month (`2026-11`), of the documents given in it. */
export function buildGstReturn(
  gstin: string,
  month: string,
  reported: readonly ReportedDocument[],
): GstReturn {
  const of = (section: ReportedDocument["section"]) => reported.filter((each) => each.section === section);
  const sections = {
    b2b: groupByBuyer(of("b2b"), toBusinessInvoice).map(([ctin, inv]) => ({ ctin, inv })),
    b2cl: groupBy(of("b2cl"), getPlace, toLargeInvoice).map(([pos, inv]) => ({ pos, inv })),
    b2cs: listSmallSales(of("b2cs")),
    cdnr: groupByBuyer(of("cdnr"), toBusinessNote).map(([ctin, nt]) => ({ ctin, nt })),
    cdnur: of("cdnur").map(toLargeNote),
  };
  const documents = listIssued(reported.map(({ document }) => document));
  return {
    gstin,
    fp: `${month.slice(5)}${month.slice(0, 4)}`,
    version: SCHEMA_VERSION,
    hash: "hash",
    ...Object.fromEntries(Object.entries(sections).filter(([, entries]) => entries.length > 0)),
    ...(reported.length > 0 && { hsn: listHsn(reported, month), doc_issue: { doc_det: documents } }),
  };
}

const getPlace = ({ document: { placeOfSupply } }: ReportedDocument): string => placeOfSupply.code ?? "";

const toLargeInvoice = ({ document }: ReportedDocument): LargeInvoice => ({
  inum: document.row.number,
  idt: toReturnDate(document.row.issuedAt),
  val: toRupees(document.facts.amount),
  itms: listItems(document),
});

const registered = { rchrg: "N", inv_typ: "R" } as const;

const toBusinessInvoice = (each: ReportedDocument): BusinessInvoice => ({
  ...toLargeInvoice(each),
  pos: getPlace(each),
  ...registered,
});

const toNote = ({ document: { row, facts }, document }: ReportedDocument) => ({
  ntty: "C" as const,
  nt_num: row.number,
  nt_dt: toReturnDate(row.issuedAt),
  val: toRupees(facts.amount),
  itms: listItems(document),
});

const toBusinessNote = (each: ReportedDocument): BusinessNote => ({
  ...toNote(each),
  pos: getPlace(each),
  ...registered,
});

const toLargeNote = (each: ReportedDocument): LargeNote => ({
  typ: "B2CL",
  ...toNote(each),
  pos: getPlace(each),
});

/** The amounts of a document, rate by rate; those of a credit note are what goes back, without a minus. */
function listItems({ facts: { lines, isInterState } }: TaxDocument): ReturnItem[] {
  const sums = sumBy(
    lines.map((line) => ({ line, sign: 1 as const, quantity: line.quantity })),
    ({ line }) => String(line.rate),
  );
  return [...sums.values()].map((each, at) => ({ num: at + 1, itm_det: toRated(each, isInterState) }));
}

/** Of everyone else's: only the sums by place and rate, less what went back. */
function listSmallSales(reported: readonly ReportedDocument[]): SmallSales[] {
  return groupBy(reported, getPlace).flatMap(([pos, ofPlace]) =>
    [true, false].flatMap((isInterState) => {
      const entries = listLines(
        ofPlace.filter(({ document }) => document.facts.isInterState === isInterState),
      );
      return [...sumBy(entries, ({ line }) => String(line.rate)).values()]
        .filter((sums) => !isNothing({ ...sums, quantity: 0 }))
        .map((sums) => ({
          sply_ty: isInterState ? ("INTER" as const) : ("INTRA" as const),
          pos,
          typ: "OE" as const,
          ...toRated(sums, isInterState),
        }));
    }),
  );
}

const groupByBuyer = <T>(reported: readonly ReportedDocument[], build: (each: ReportedDocument) => T) =>
  groupBy(reported, ({ buyer }) => buyer ?? "", build);

/** In the order of their names. */
function groupBy<T = ReportedDocument>(
  reported: readonly ReportedDocument[],
  nameOf: (each: ReportedDocument) => string,
  build: (each: ReportedDocument) => T = (each) => each as T,
): [name: string, built: T[]][] {
  return [...Map.groupBy(reported, nameOf)]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([name, group]) => [name, group.map(build)]);
}
