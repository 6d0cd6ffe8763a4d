import type {
  GstReturn,
  HsnSummary,
  RatedAmounts,
} from "../../shop/invoices/server/gst-return/gst-return.ts";
import type { RecomputedLine } from "./recompute-books.ts";

const toPaise = (rupees = 0) => Math.round(rupees * 100) || 0;
const amounts = ({ txval, iamt, camt, samt }: RatedAmounts) => [txval, iamt, camt, samt].map(toPaise);

/** Every amount of the return by what it is about. */
export function flattenReturn(content: GstReturn): Record<string, unknown> {
  const { b2b = [], b2cl = [], b2cs = [], cdnr = [], cdnur = [], hsn, doc_issue } = content;
  const entries: [string, unknown][] = [];
  const add = (name: string, val: number, itms: { itm_det: RatedAmounts }[]) => {
    for (const { itm_det } of itms)
      entries.push([`${name} ${itm_det.rt}`, [toPaise(val), ...amounts(itm_det)]]);
  };
  for (const { ctin, inv } of b2b)
    for (const { inum, pos, val, itms } of inv) add(`b2b ${ctin} ${inum} ${pos}`, val, itms);
  for (const { pos, inv } of b2cl)
    for (const { inum, val, itms } of inv) add(`b2cl ${inum} ${pos}`, val, itms);
  for (const { ctin, nt } of cdnr)
    for (const { nt_num, pos, val, itms } of nt) add(`cdnr ${ctin} ${nt_num} ${pos}`, val, itms);
  for (const { nt_num, pos, val, itms } of cdnur) add(`cdnur ${nt_num} ${pos}`, val, itms);
  for (const each of b2cs) entries.push([`b2cs ${each.sply_ty} ${each.pos} ${each.rt}`, amounts(each)]);
  const addHsn = (name: string, summaries: readonly HsnSummary[]) => {
    for (const each of summaries)
      entries.push([`${name} ${each.hsn_sc} ${each.rt}`, [each.qty, ...amounts(each)]]);
  };
  if (hsn && !("data" in hsn)) {
    addHsn("hsn_b2b", hsn.hsn_b2b ?? []);
    addHsn("hsn_b2c", hsn.hsn_b2c ?? []);
  }
  for (const { doc_num, docs } of doc_issue?.doc_det ?? [])
    for (const { from, to, totnum } of docs) entries.push([`docs ${doc_num}`, [from, to, totnum]]);
  return Object.fromEntries(entries);
}

/** The same of the second computation. */
export function flattenRecomputed(lines: readonly RecomputedLine[]): Record<string, unknown> {
  const sums = new Map<string, number[]>();
  const add = (name: string, figures: number[]) =>
    sums.set(
      name,
      figures.map((figure, at) => (sums.get(name)?.[at] ?? 0) + figure),
    );
  for (const {
    section,
    buyer,
    number,
    pos,
    supply,
    rate,
    hsn,
    quantity,
    taxable,
    igst,
    cgst,
    sgst,
  } of lines) {
    const money = [taxable, igst, cgst, sgst];
    add(`${buyer ? "hsn_b2b" : "hsn_b2c"} ${hsn} ${rate}`, [quantity, ...money]);
    if (section === "b2cs") add(`b2cs ${supply} ${pos} ${rate}`, money);
    else {
      // Notes that stand by themselves have no minus.
      const sign = section.startsWith("cdn") ? -1 : 1;
      add(
        [section, ...(buyer ? [buyer] : []), number, pos, rate].join(" "),
        money.map((paise) => sign * paise),
      );
    }
  }
  const value = new Map(lines.map((line) => [line.number, line.value]));
  const entries = [...sums]
    .filter(([name, figures]) => !/^(b2cs|hsn)/.test(name) || figures.some((figure) => figure !== 0))
    .map(([name, figures]) => {
      const about = name.split(" ").find((part) => value.has(part));
      return [
        name,
        (about ? [value.get(about)!, ...figures] : figures).map((figure) => figure || 0),
      ] as const;
    });
  return { ...Object.fromEntries(entries), ...flattenNumbers([...value.keys()]) };
}

function flattenNumbers(numbers: readonly string[]): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [kind, isOfKind] of [
    [1, (n: string) => !n.startsWith("CN")],
    [5, (n: string) => n.startsWith("CN")],
  ] as const) {
    const own = numbers.filter(isOfKind).toSorted();
    if (own.length > 0) found[`docs ${kind}`] = [own[0], own.at(-1), own.length];
  }
  return found;
}
