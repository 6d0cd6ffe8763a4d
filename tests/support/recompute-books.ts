import { sql } from "drizzle-orm";
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
    select i.number, i.kind, i.amount, i.pieces, o.id as "order", o.payable, o.coupon,
           (o.cgst_rate * 100)::int as half, o.shipping_address ->> 'state' as state,
           case when length(o.company_invoice ->> 'taxCode') = 15 then o.company_invoice ->> 'taxCode' end as buyer,
           to_char(i.issued_at at time zone 'Asia/Kolkata', 'YYYY-MM') as month
      from invoice i join orders o on o.id = i.order_id order by i.issued_at, i.number`);
  const { rows: lines } = await db.execute<LineRow>(sql`
    select order_id as "order", product_id as product, hsn, quantity, unit_price as price from order_line order by line`);
  const linesOf = Map.groupBy(lines, ({ order }) => order);
  return [...Map.groupBy(papers, ({ order }) => order)].flatMap(([order, given]) =>
    recomputeOrder(given, linesOf.get(order) ?? [])
      .map((paper, at) => ({ paper, month: given[at]?.month }))
      .filter((each) => each.month === month)
      .flatMap(({ paper }) => paper),
  );
}

type PaperRow = Record<
  "number" | "kind" | "amount" | "order" | "payable" | "coupon" | "state" | "month",
  string
> & {
  pieces: { productId: string; quantity: number }[] | null;
  half: number;
  buyer: string | null;
};
type LineRow = Record<"order" | "product" | "price", string> & { hsn: string | null; quantity: number };

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

/** The lines of each document of an order, in the order in which they were given. */
function recomputeOrder(papers: readonly PaperRow[], lines: readonly LineRow[]): RecomputedLine[][] {
  const [{ half, state, buyer, payable } = papers[0]!] = papers;
  const isAway = state !== "Gujarat";
  const sold = lines.map(({ price, quantity }) => {
    const worth = BigInt(price) * BigInt(quantity);
    const tax = (hundredths: number) => divide(worth * BigInt(hundredths), 10_000n);
    return [worth, isAway ? tax(2 * half) : 0n, isAway ? 0n : tax(half)] as const;
  });
  const worths = sold.map(([worth]) => worth);
  const paid = split(BigInt(payable), worths);
  let money = BigInt(payable);
  let coupon = BigInt(papers[0]!.coupon);
  const left = COLUMNS.map((column) => add(sold.map((line) => line[column])));
  const back = lines.map(() => 0n);

  const recomputePaper = ({ kind, number, amount: given, pieces }: PaperRow): RecomputedLine[] => {
    const amount = BigInt(given);
    const isSale = kind === "invoice";
    const counts = lines.map(({ product, quantity }) =>
      pieces === null ? quantity : (pieces.find(({ productId }) => productId === product)?.quantity ?? 0),
    );
    const part = (figure: bigint, at: number) => {
      const of = BigInt(lines[at]!.quantity);
      const before = pieces === null ? 0n : back[at]!;
      const upTo = (count: bigint) => (count === of ? figure : divide(figure * count, of));
      return upTo(before + BigInt(counts[at]!)) - (before === 0n ? 0n : upTo(before));
    };
    const own = sold.map((line, at) => COLUMNS.map((column) => part(line[column], at)));
    const sums = COLUMNS.map((column) => add(own.map((line) => line[column]!)));
    const ownCoupon = sums[0]! + sums[1]! + 2n * sums[2]! - amount;
    const isOwn =
      pieces !== null &&
      amount < money &&
      amount === add(paid.map(part)) &&
      ownCoupon >= 0n &&
      ownCoupon <= coupon &&
      COLUMNS.every((column) => sums[column]! <= left[column]!);
    const share = (figure: bigint) => (amount === money ? figure : divide(figure * amount, money));
    const shared = COLUMNS.map((column) => (isSale || isOwn ? sums[column]! : share(left[column]!)));
    const isWhole = shared.every((figure, column) => figure === sums[column]);
    const weights = worths.map((worth, at) => (worth / BigInt(lines[at]!.quantity)) * BigInt(counts[at]!));
    const columns = COLUMNS.map((column) =>
      isWhole ? own.map((line) => line[column]!) : split(shared[column]!, weights),
    );
    if (!isSale) {
      coupon -= isOwn ? ownCoupon : share(coupon);
      money -= amount;
      COLUMNS.forEach((column) => (left[column]! -= shared[column]!));
      if (pieces !== null) counts.forEach((count, at) => (back[at]! += BigInt(count)));
    }
    const sign = isSale ? 1 : -1;
    const isCounted = isSale || pieces !== null || given === payable;
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
              pos: POS[state]!,
              supply: isAway ? "INTER" : "INTRA",
              rate: (2 * half) / 100,
              hsn: hsn ?? "",
              quantity: isCounted ? sign * counts[at]! : 0,
              value: Number(given),
              taxable: sign * Number(columns[0]![at]),
              igst: sign * Number(columns[1]![at]),
              cgst: sign * Number(columns[2]![at]),
              sgst: sign * Number(columns[2]![at]),
            },
          ],
    );
  };
  return papers.map(recomputePaper);
}
