import { sql } from "drizzle-orm";
import type {
  GstReturn,
  HsnSummary,
  RatedAmounts,
} from "../../shop/invoices/server/gst-return/gst-return.ts";
import type { TestContext } from "./database.ts";

/** A line of an invoice or a credit note, recomputed independently of the shop's code. Amounts are in paise. */
interface RecomputedLine {
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

function recomputeMonth(
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

type PaperRow = Record<"number" | "kind" | "order" | "state" | "month", string> &
  Record<"amount" | "payable" | "coupon" | "shipping", string | number> & {
    pieces: readonly { productId: string; quantity: number }[] | null;
    /** Half of the order's tax rate, in hundredths of a percent. */
    half: number;
    /** The company's GSTIN; null for a person. */
    company: string | null;
    /** The owner's rule for the place of supply of companies, such as `registered-state`. */
    place: string | null;
  };

type LineRow = Record<"order" | "product", string> & {
  price: string | number;
  hsn: string | null;
  quantity: number;
  /** Half of the product's tax rate, in hundredths of a percent; null if the order's rate applies. */
  half: number | null;
};

const POS: Record<string, string> = { Gujarat: "24", Karnataka: "29", Maharashtra: "27", Orissa: "21" };
/** The indexes of three amounts: taxable value, IGST and CGST. SGST is not needed, because it always equals CGST. */
const COLUMNS = [0, 1, 2] as const;

const divide = (product: bigint, by: bigint): bigint => (2n * product + by) / (2n * by);
const add = (figures: readonly bigint[]): bigint => figures.reduce((sum, figure) => sum + figure, 0n);
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

/** Returns the shipping fee as one line for each combination of tax rate and HSN code. */
const listFees = (lines: readonly LineRow[], shares: readonly bigint[]): LineRow[] =>
  add(shares) === 0n
    ? []
    : [...new Set(lines.map(({ half, hsn }) => `${half}/${hsn}`))].map((name) => {
        const linesOfGroup = lines.flatMap(({ half, hsn }, at) => (`${half}/${hsn}` === name ? [at] : []));
        const { order, half, hsn } = lines[linesOfGroup[0]!]!;
        const price = String(add(linesOfGroup.map((at) => shares[at]!)));
        return { order, product: "", price, hsn, quantity: 1, half };
      });

/** `papers` must be in order of issue. */
function recomputeOrder(papers: readonly PaperRow[], pieceLines: readonly LineRow[]): RecomputedLine[][] {
  const [{ half: ordinary, state, company, place, payable, shipping }] = papers as [PaperRow];
  const buyer = company?.length === 15 ? company : null;
  const pos = buyer && place === "registered-state" ? buyer.slice(0, 2) : POS[state]!;
  const isAway = pos !== "24";
  const pieceWorths = pieceLines.map(({ price, quantity }) => BigInt(price) * BigInt(quantity));
  const fees = listFees(pieceLines, split(BigInt(shipping), pieceWorths));
  // The lines of the shipping fee come last, so that `isFee` can recognise them by their index.
  const lines = [...pieceLines, ...fees];
  const halves = lines.map(({ half }) => half ?? ordinary);
  const isFee = (at: number) => at >= pieceLines.length;
  const groupOf = (at: number) => `${halves[at]} ${isFee(at)}`;
  const groups = [...new Set(lines.map((_, at) => groupOf(at)))];
  const sold = lines.map(({ price, quantity }, at) => {
    const worth = BigInt(price) * BigInt(quantity);
    const tax = (hundredths: number) => divide(worth * BigInt(hundredths), 10_000n);
    return [worth, isAway ? tax(2 * halves[at]!) : 0n, isAway ? 0n : tax(halves[at]!)] as const;
  });
  const worths = sold.map(([worth]) => worth);
  const gross = pieceWorths.map((worth, at) => worth + divide(worth * BigInt(2 * halves[at]!), 10_000n));
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
  const toGross = ([goods, igst, cgst]: readonly bigint[]) => goods! + igst! + 2n * cgst!;
  const paidOf = [...paid, ...split(feeWorth, sold.slice(pieceLines.length).map(toGross))];
  /**
   * The amounts that are not refunded yet, by tax rate, with shipping kept apart from goods: `columns` as in `COLUMNS`,
   * and `money`, the paid amount.
   */
  const left = new Map(
    groups.map((group) => {
      const linesOfGroup = lines.flatMap((_, at) => (groupOf(at) === group ? [at] : []));
      const columns = COLUMNS.map((column) => add(linesOfGroup.map((at) => sold[at]![column])));
      return [group, { own: linesOfGroup, columns, money: add(linesOfGroup.map((at) => paidOf[at]!)) }];
    }),
  );
  const recomputePaper = ({ kind, number, amount: given, pieces }: PaperRow): RecomputedLine[] => {
    const amount = BigInt(given);
    const isSale = kind === "invoice";
    const isWhole = !isSale && pieces === null && amount === BigInt(payable);
    const counts = lines.map(({ product, quantity }, at) => {
      if (isSale || isWhole) return BigInt(quantity);
      const piecesOfProduct = (pieces ?? []).filter(({ productId }) => productId === product);
      const named = add(piecesOfProduct.map((each) => BigInt(each.quantity)));
      const open = BigInt(quantity) - back[at]!;
      if (isFee(at)) return 0n;
      return named < open ? named : open;
    });
    const part = (figure: bigint, at: number) => {
      const of = BigInt(lines[at]!.quantity);
      const upTo = (end: bigint) => (end === of ? figure : divide(figure * end, of));
      return upTo(back[at]! + counts[at]!) - upTo(back[at]!);
    };
    const least = (one: bigint, other: bigint) => (one < other ? one : other);
    const isOver =
      amount >= money &&
      (money > 0n ||
        lines.every(({ quantity }, at) => isFee(at) || BigInt(quantity) === back[at]! + counts[at]!));
    const pots = [...left.values()];
    const fullWorthOf = pots.map((pot) => add(pot.own.map((at) => part(paidOf[at]!, at))));
    const worthOf = pots.map((pot, at) => least(fullWorthOf[at]!, pot.money));
    const worth = add(worthOf);
    const forPieces = split(least(amount, worth), worthOf);
    const beyond = split(
      amount > worth ? amount - worth : 0n,
      pots.map((pot, at) => pot.money - forPieces[at]!),
    );
    /** The amounts of each line. A refund beyond the value of the returned pieces is divided among the lines. */
    const columns = lines.map(() => COLUMNS.map(() => 0n));
    if (isSale) sold.forEach((line, at) => (columns[at] = [...line]));
    else
      pots.forEach((pot, place) => {
        for (const at of pot.own)
          for (const column of COLUMNS) {
            const value = part(sold[at]![column], at);
            const isAllLeft = forPieces[place] === worthOf[place];
            const due = isAllLeft ? value : divide(value * forPieces[place]!, fullWorthOf[place]!);
            columns[at]![column] = least(due, pot.columns[column]!);
            pot.columns[column]! -= columns[at]![column];
          }
        const rest = pot.money - forPieces[place]!;
        const open = pot.own.map(
          (at) => BigInt(lines[at]!.price) * (BigInt(lines[at]!.quantity) - back[at]! - counts[at]!),
        );
        const weights = add(open) > 0n ? open : pot.own.map((at) => worths[at]!);
        for (const column of COLUMNS) {
          const previous = pot.columns[column]!;
          const value = isOver
            ? previous
            : beyond[place] === 0n
              ? 0n
              : divide(previous * beyond[place]!, rest);
          pot.columns[column] = previous - value;
          split(value, weights).forEach((share, at) => (columns[pot.own[at]!]![column]! += share));
        }
        pot.money = isOver ? 0n : rest - beyond[place]!;
      });
    if (!isSale) {
      const gross = add(columns.map(toGross));
      const off = isOver ? coupon : least(gross > amount ? gross - amount : 0n, coupon);
      coupon -= off;
      money -= amount;
      counts.forEach((count, at) => (back[at]! += count));
    }
    const sign = isSale ? 1 : -1;
    const isLarge = isAway && Number(payable) > 100_000_00;
    const section = buyer ? ["b2b", "cdnr"] : isLarge ? ["b2cl", "cdnur"] : ["b2cs", "b2cs"];
    return lines.flatMap(({ hsn }, at): RecomputedLine[] =>
      counts[at] === 0n && columns[at]!.every((figure) => figure === 0n)
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
              quantity: isFee(at) ? 0 : sign * Number(counts[at]!),
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
  addHsn("hsn_b2b", hsn?.hsn_b2b ?? []);
  addHsn("hsn_b2c", hsn?.hsn_b2c ?? []);
  for (const { doc_num, docs } of doc_issue?.doc_det ?? [])
    for (const { from, to, totnum } of docs) entries.push([`docs ${doc_num}`, [from, to, totnum]]);
  return Object.fromEntries(entries);
}

/** Returns the recomputed sums with the same keys as `flattenReturn`. */
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
      // The recomputed lines of credit notes are negative, and those of the GST return are positive.
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
  const ranges: Record<string, unknown> = {};
  for (const [kind, isOfKind] of [
    [1, (n: string) => !n.startsWith("CN")],
    [5, (n: string) => n.startsWith("CN")],
  ] as const) {
    const numbersOfKind = numbers.filter(isOfKind).toSorted();
    if (numbersOfKind.length > 0)
      ranges[`docs ${kind}`] = [numbersOfKind[0], numbersOfKind.at(-1), numbersOfKind.length];
  }
  return ranges;
}
