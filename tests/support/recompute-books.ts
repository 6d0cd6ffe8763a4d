import { sql } from "drizzle-orm";
import type {
  GstReturn,
  HsnSummary,
  RatedAmounts,
} from "../../shop/invoices/server/gst-return/gst-return.ts";
import type { TestContext } from "./database.ts";

/** A line of a document of the month as PostgreSQL works it out, in paise. */
export interface RecomputedLine {
  number: string;
  section: string;
  buyer: string | null;
  pos: string;
  supply: "INTER" | "INTRA";
  rate: number;
  hsn: string;
  quantity: number;
  value: number;
  taxable: number;
  igst: number;
  cgst: number;
  sgst: number;
}

/**
 * The month's books a second time, straight from the rows and in exact fractions: nothing of the shop's own arithmetic is
 * used. The seller is in Gujarat.
 */
export async function recomputeBooks(
  { db }: Pick<TestContext, "db">,
  month: string,
): Promise<RecomputedLine[]> {
  const { rows: papers } = await db.execute<PaperRow>(sql`
    select i.number, i.kind, i.amount, i.pieces, o.id as "order", o.payable, o.coupon, o.shipping,
           (o.cgst_rate * 100)::int as half, o.shipping_address ->> 'state' as state,
           o.company_invoice ->> 'taxCode' as company, i.recipient ->> 'companyPlace' as place,
           to_char(i.issued_at at time zone 'Asia/Kolkata', 'YYYY-MM') as month
      from invoice i join orders o on o.id = i.order_id order by i.issued_at, i.number`);
  const { rows: lines } = await db.execute<LineRow>(sql`
    select order_id as "order", product_id as product, hsn, quantity, unit_price as price,
           (gst_rate * 50)::int as half
      from order_line order by line`);
  return recomputeMonth(papers, lines, month);
}

/** The same of rows that are in no database. */
export function recomputeMonth(
  papers: readonly PaperRow[],
  lines: readonly LineRow[],
  month: string,
): RecomputedLine[] {
  const linesOf = Map.groupBy(lines, ({ order }) => order);
  return [...Map.groupBy(papers, ({ order }) => order)].flatMap(([order, given]) =>
    recomputeOrder(given, linesOf.get(order) ?? [])
      .map((paper, at) => ({ paper, month: given[at]?.month }))
      .filter((each) => each.month === month)
      .flatMap(({ paper }) => paper),
  );
}

/** Papers of an order in the order in which they were given; amounts in paise. */
export type PaperRow = Record<"number" | "kind" | "order" | "state" | "month", string> &
  Record<"amount" | "payable" | "coupon" | "shipping", string | number> & {
    pieces: readonly { productId: string; quantity: number }[] | null;
    /** Half of the order's rate, in hundredths. */
    half: number;
    /** What the company gave as its tax code. */
    company: string | null;
    /** Where companies are supplied, of an invoice that says so. */
    place: string | null;
  };

export type LineRow = Record<"order" | "product", string> & {
  price: string | number;
  hsn: string | null;
  quantity: number;
  /** Half of its own rate, in hundredths; null for the order's. */
  half: number | null;
};

const POS: Record<string, string> = { Gujarat: "24", Karnataka: "29", Maharashtra: "27", Orissa: "21" };
/** Taxable value, IGST, CGST. SGST is as much as CGST. */
const COLUMNS = [0, 1, 2] as const;

/** Half up. */
const divide = (product: bigint, by: bigint): bigint => (2n * product + by) / (2n * by);
const add = (figures: readonly bigint[]): bigint => figures.reduce((sum, figure) => sum + figure, 0n);
/** An amount in parts by weight that add up to it. */
function split(amount: bigint, weights: readonly bigint[]): bigint[] {
  const all = add(weights);
  return weights.map((_, at) => {
    const upTo = (end: number) => {
      const weight = add(weights.slice(0, end));
      return weight === all ? amount : divide(amount * weight, all);
    };
    return upTo(at + 1) - (at === 0 ? 0n : upTo(at));
  });
}

/** The fee as lines of its own: one for all goods of a rate and an HSN. */
const listFees = (lines: readonly LineRow[], shares: readonly bigint[]): LineRow[] =>
  add(shares) === 0n
    ? []
    : [...new Set(lines.map(({ half, hsn }) => `${half}/${hsn}`))].map((name) => {
        const own = lines.flatMap(({ half, hsn }, at) => (`${half}/${hsn}` === name ? [at] : []));
        const { order, half, hsn } = lines[own[0]!]!;
        const price = String(add(own.map((at) => shares[at]!)));
        return { order, product: "", price, hsn, quantity: 1, half };
      });

/** The lines of each document of an order, in the order in which they were given. */
function recomputeOrder(papers: readonly PaperRow[], pieceLines: readonly LineRow[]): RecomputedLine[][] {
  const [{ half: ordinary, state, company, place, payable, shipping }] = papers as [PaperRow];
  const buyer = company?.length === 15 ? company : null;
  const pos = buyer && place === "registered-state" ? buyer.slice(0, 2) : POS[state]!;
  const isAway = pos !== "24";
  const pieceWorths = pieceLines.map(({ price, quantity }) => BigInt(price) * BigInt(quantity));
  const fees = listFees(pieceLines, split(BigInt(shipping), pieceWorths));
  // What is not named is shipping: no piece comes back with it.
  const lines = [...pieceLines, ...fees];
  const halves = lines.map(({ half }) => half ?? ordinary);
  const rates = [...new Set(halves)];
  const sold = lines.map(({ price, quantity }, at) => {
    const worth = BigInt(price) * BigInt(quantity);
    const tax = (hundredths: number) => divide(worth * BigInt(hundredths), 10_000n);
    return [worth, isAway ? tax(2 * halves[at]!) : 0n, isAway ? 0n : tax(halves[at]!)] as const;
  });
  const worths = sold.map(([worth]) => worth);
  const gross = pieceWorths.map((worth, at) => worth + divide(worth * BigInt(2 * halves[at]!), 10_000n));
  /** What the order was paid with: the tax of all that names the same rate, or none, together. */
  const sumTax = (some: readonly LineRow[]) =>
    add(
      [...Map.groupBy(some, ({ half }) => half)].map(([half, same]) => {
        const worth = add(same.map(({ price, quantity }) => BigInt(price) * BigInt(quantity)));
        return 2n * divide(worth * BigInt(half ?? ordinary), 10_000n);
      }),
    );
  const feeWorth = BigInt(shipping) + sumTax(lines) - sumTax(pieceLines);
  const paid = split(
    BigInt(payable) - feeWorth,
    pieceLines.every(({ half }) => half === null) ? pieceWorths : gross,
  );
  let money = BigInt(payable);
  let coupon = BigInt(papers[0]!.coupon);
  const back = lines.map(() => 0n);
  /** What is left at each rate. */
  const left = new Map(
    rates.map((rate) => [
      rate,
      COLUMNS.map((column) => add(sold.map((line, at) => (halves[at] === rate ? line[column] : 0n)))),
    ]),
  );
  const toGross = ([worth, igst, cgst]: readonly bigint[]) => worth! + igst! + 2n * cgst!;

  const recomputePaper = ({ kind, number, amount: given, pieces }: PaperRow): RecomputedLine[] => {
    const amount = BigInt(given);
    const isSale = kind === "invoice";
    const isLast = amount >= money;
    const areAllBack = pieceLines.every(({ quantity }, at) => back[at] === BigInt(quantity));
    const count = (named: PaperRow["pieces"], isOpen = true) =>
      lines.map(({ product, quantity }, at) => {
        const isFee = at >= pieceLines.length;
        if (named === null)
          return isFee || isSale || !isOpen || !areAllBack || fees.length === 0 ? quantity : 0;
        if (isFee) return isLast ? quantity : 0;
        return named.find(({ productId }) => productId === product)?.quantity ?? 0;
      });
    const part = (counts: readonly number[], isPart: boolean) => (figure: bigint, at: number) => {
      const of = BigInt(lines[at]!.quantity);
      const before = isPart ? back[at]! : 0n;
      const upTo = (end: bigint) => (end === of ? figure : divide(figure * end, of));
      return upTo(before + BigInt(counts[at]!)) - (before === 0n ? 0n : upTo(before));
    };
    const pick = (named: PaperRow["pieces"], isOpen = true) => {
      const counts = count(named, isOpen);
      const own = part(counts, named !== null);
      const figures = sold.map((line, at) => COLUMNS.map((column) => own(line[column], at)));
      const sumAt = (rate: number) =>
        COLUMNS.map((column) => add(figures.map((line, at) => (halves[at] === rate ? line[column]! : 0n))));
      const present = rates.filter((rate) => halves.some((half, at) => half === rate && counts[at]! > 0));
      return { counts, figures, sumAt, present, worth: add(paid.map(own)) };
    };

    const named = pick(pieces);
    const ownCoupon = add(named.figures.map(toGross)) - amount;
    const isOwn =
      isSale ||
      (pieces !== null &&
        amount < money &&
        amount === named.worth &&
        ownCoupon >= 0n &&
        ownCoupon <= coupon &&
        named.present.every((rate) =>
          COLUMNS.every((column) => named.sumAt(rate)[column]! <= left.get(rate)![column]!),
        ));
    const grossLeft = (some: readonly number[]) => add(some.map((rate) => toGross(left.get(rate)!)));
    const [some, all] = [grossLeft(named.present), grossLeft(rates)];
    const reduce = (figure: bigint) => (some === all ? figure : divide(figure * some, all));
    const isWithin = some === all || (amount < money && amount <= reduce(money));
    const { counts, figures, sumAt, present } = isOwn || isWithin ? named : pick(null, false);
    const [base, baseCoupon] = isWithin ? [reduce(money), reduce(coupon)] : [money, coupon];
    const share = (figure: bigint) => (amount === base ? figure : divide(figure * amount, base));

    const columns = lines.map(() => COLUMNS.map(() => 0n));
    for (const rate of present) {
      const sums = isOwn ? sumAt(rate) : left.get(rate)!.map(share);
      const isWhole = sums.every((figure, column) => figure === sumAt(rate)[column]);
      const members = lines.flatMap((_, at) => (halves[at] === rate && counts[at]! > 0 ? [at] : []));
      const weights = members.map((at) => (worths[at]! / BigInt(lines[at]!.quantity)) * BigInt(counts[at]!));
      for (const column of COLUMNS) {
        const parts = isWhole ? members.map((at) => figures[at]![column]!) : split(sums[column]!, weights);
        members.forEach((at, place) => (columns[at]![column] = parts[place]!));
      }
      if (!isSale) COLUMNS.forEach((column) => (left.get(rate)![column]! -= sums[column]!));
    }
    if (!isSale) {
      coupon -= isOwn ? ownCoupon : share(baseCoupon);
      money -= amount;
      if (pieces !== null)
        count(pieces)
          .slice(0, pieceLines.length)
          .forEach((pieceCount, at) => (back[at]! += BigInt(pieceCount)));
    }
    const sign = isSale ? 1 : -1;
    const isCounted = isSale || pieces !== null || Number(given) === Number(payable);
    const isLarge = isAway && Number(payable) > 100_000_00;
    const section = buyer ? ["b2b", "cdnr"] : isLarge ? ["b2cl", "cdnur"] : ["b2cs", "b2cs"];
    return lines.flatMap(({ hsn }, at): RecomputedLine[] =>
      counts[at] === 0
        ? []
        : [
            {
              number,
              section: section[isSale ? 0 : 1]!,
              buyer,
              pos,
              supply: isAway ? "INTER" : "INTRA",
              rate: (2 * halves[at]!) / 100,
              hsn: hsn ?? "",
              quantity: isCounted && at < pieceLines.length ? sign * counts[at]! : 0,
              value: Number(given),
              taxable: sign * Number(columns[at]![0]),
              igst: sign * Number(columns[at]![1]),
              cgst: sign * Number(columns[at]![2]),
              sgst: sign * Number(columns[at]![2]),
            },
          ],
    );
  };
  return papers.map(recomputePaper);
}

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
