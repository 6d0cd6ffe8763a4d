import { findStateByCode } from "#shop/addresses/indian-states.ts";
import { formatCsv } from "#platform/storage/format-csv.ts";
import { type GstReturn, type HsnSummary, type ReturnItem, UNIT } from "../../gst-return.ts";
import { type CsvSection, listSheetColumns } from "./sheet-columns.ts";

/** The sheets of the offline tool, with its own column names. `names` are the buyers' by their GSTIN. */
export const formatSection = (
  section: CsvSection,
  content: GstReturn,
  names: ReadonlyMap<string, string>,
): string => formatCsv([listSheetColumns(section), ...rows[section](content, names)]);

type Row = (string | number)[];

const rows: Readonly<Record<CsvSection, (content: GstReturn, names: ReadonlyMap<string, string>) => Row[]>> =
  {
    b2b: ({ b2b = [] }, names) =>
      b2b.flatMap(({ ctin, inv }) =>
        inv.flatMap(({ inum, idt, val, pos, rchrg, itms }) =>
          itms.map(({ itm_det: { rt, txval, csamt } }) => [
            ctin,
            names.get(ctin) ?? "",
            inum,
            formatDay(idt),
            val,
            formatPlace(pos),
            rchrg,
            "",
            "Regular B2B",
            "",
            rt,
            txval,
            csamt,
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
            names.get(ctin) ?? "",
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
    "hsn-b2b": ({ hsn }) => listHsnRows(hsn && "data" in hsn ? hsn.data : hsn?.hsn_b2b),
    "hsn-b2c": ({ hsn }) => listHsnRows(hsn && "data" in hsn ? [] : hsn?.hsn_b2c),
    docs: ({ doc_issue }) =>
      (doc_issue?.doc_det ?? []).flatMap(({ doc_typ, docs }) =>
        docs.map(({ from, to, totnum, cancel }) => [doc_typ, from, to, String(totnum), String(cancel)]),
      ),
  };

const listRated = (itms: readonly ReturnItem[]): Row[] =>
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

/** `24-Gujarat` */
const formatPlace = (code: string): string => `${code}-${findStateByCode(code)?.name ?? ""}`;

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** `21-11-2026` as `21-Nov-2026`, which the sheets ask for. */
function formatDay(day: string): string {
  const [date = "", month = "", year = ""] = day.split("-");
  return `${date}-${MONTHS[Number(month) - 1]}-${year}`;
}
