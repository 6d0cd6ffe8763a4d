import { calculatePercent, type Paise } from "#contract/money.ts";
import { calculateShare, distribute } from "#contract/shares.ts";
import type { Rates, Taxed } from "#shop/pricing/tax-rates.ts";
import { addRates, getRates } from "#shop/pricing/inclusive-price.ts";
import { addShipping } from "#shop/pricing/totals.ts";
import { countPieces, listPaid, type Pieces } from "#shop/orders/returned-pieces.ts";

/** The unit in which everything here is sold, with its code (UQC). */
export const UNIT = { code: "PCS", name: "PCS-PIECES" } as const;

/** A sold line with the data for its taxes. */
export interface SoldGoods extends Taxed {
  productId: string;
  title: string;
  quantity: number;
  unitPrice: Paise;
  hsn: string | null;
  /** True for the shipping charge of the goods with this rate and HSN; it is not a piece. */
  isShipping?: true;
}

/** The amounts and rates of an order, in paise and percent. */
interface SoldOrder {
  cgstRate: number;
  sgstRate: number;
  subtotal: Paise;
  shipping: Paise;
  coupon: Paise;
  payable: Paise;
}

/** The taxes of one amount: IGST to another state, CGST and SGST within one; the others are 0. */
interface Taxes {
  igst: Paise;
  cgst: Paise;
  sgst: Paise;
}

/** The columns of a document whose lines add up. */
interface Columns extends Taxes {
  taxable: Paise;
}

interface TaxedLine extends SoldGoods, Columns {
  rates: Rates;
  /** The total rate in percent: 18 for 9 and 9. */
  rate: number;
}

/**
 * The GST figures of an invoice or a credit note, in paise. Each column of the lines adds up to its total, and
 * `taxable` + taxes − `coupon` + `roundOff` = `amount`. The coupon is deducted after tax (§9, D1), so it does not
 * reduce the taxable value.
 */
export interface TaxFacts extends Columns {
  isInterState: boolean;
  lines: TaxedLine[];
  coupon: Paise;
  /**
   * The difference between the tax on the total, which the customer paid, and the sum of the taxes of the lines, which
   * are rounded one by one.
   */
  roundOff: Paise;
  amount: Paise;
}

/** The taxable value of the document's shipping lines. */
export const sumShipping = ({ lines }: TaxFacts): Paise =>
  lines.reduce((sum, { isShipping, taxable }) => sum + (isShipping ? taxable : 0), 0);

/**
 * A credit note of an order: the amount, and the returned pieces. `pieces` is null for money without pieces, or for all
 * pieces.
 */
export interface Credit {
  amount: Paise;
  pieces: readonly Pieces[] | null;
}

/**
 * The figures of an invoice: the tax of each line is rounded half up to the paisa, and the totals are the sums of the
 * lines (D6, D8).
 */
export function calculateSaleFacts(
  order: SoldOrder,
  soldItems: readonly SoldGoods[],
  isInterState: boolean,
): TaxFacts {
  const ordinary = { cgst: order.cgstRate, sgst: order.sgstRate };
  const lines = [...soldItems, ...listShipping(order.shipping, soldItems)].map((line) => {
    const taxable = line.unitPrice * line.quantity;
    const rates = getRates(line, ordinary);
    const rate = addRates(rates);
    const tax = (percent: number, isDue: boolean) => (isDue ? calculatePercent(taxable, percent) : 0);
    return {
      ...line,
      rates,
      rate,
      taxable,
      igst: tax(rate, isInterState),
      cgst: tax(rates.cgst, !isInterState),
      sgst: tax(rates.sgst, !isInterState),
    };
  });
  return balance(isInterState, lines, order.coupon, order.payable);
}

/**
 * The shipping fee as one line for each rate and HSN of the goods, because it is one supply with them (section 8 of the
 * CGST Act).
 */
function listShipping(shipping: Paise, soldItems: readonly SoldGoods[]): SoldGoods[] {
  if (shipping === 0) return [];
  const shares = addShipping(soldItems, shipping).slice(soldItems.length);
  const parts = Map.groupBy(soldItems.keys(), (at) => `${soldItems[at]?.gstRate} ${soldItems[at]?.hsn}`);
  return [...parts.values()].map((places) => ({
    productId: "",
    title: "Shipping",
    quantity: 1,
    unitPrice: places.reduce((sum, at) => sum + (shares[at]?.unitPrice ?? 0), 0),
    hsn: soldItems[places[0] ?? 0]?.hsn ?? null,
    gstRate: soldItems[places[0] ?? 0]?.gstRate,
    isShipping: true as const,
  }));
}

/**
 * Calculates an order's latest credit note. Returned pieces at full value use their figures from the invoice. Refunded
 * money without pieces is distributed over the rest of the invoice by tax rate, after earlier credit notes. A line with
 * pieces is never worth more than its sale price; the excess is on lines without a quantity. No amount is negative, and
 * after a full refund the credit notes add up to the invoice.
 */
export function calculateCreditFacts(
  order: SoldOrder,
  soldItems: readonly SoldGoods[],
  isInterState: boolean,
  credits: readonly Credit[],
): TaxFacts {
  const sale = calculateSaleFacts(order, soldItems, isInterState);
  const remaining = {
    rates: listRatesLeft(order, soldItems, sale),
    coupon: sale.coupon,
    money: order.payable,
  };
  let note = sale;
  for (const credit of credits) note = takeCredit(sale, remaining, credit);
  return note;
}

/** A line of a sale. */
interface PaidLine {
  sold: TaxedLine;
  /** The sum paid for it. */
  paid: Paise;
  /** Returned pieces. */
  back: number;
}

/** The rest of the sales at one rate, after the earlier credit notes. */
interface RateLeft {
  lines: PaidLine[];
  columns: Columns;
  money: Paise;
}

interface Left {
  rates: RateLeft[];
  coupon: Paise;
  money: Paise;
}

/** Shipping is paid with its tax; the goods have the rest, as their pieces are worth it. */
function listRatesLeft(order: SoldOrder, soldItems: readonly SoldGoods[], { lines }: TaxFacts): RateLeft[] {
  const ofGoods = listPaid(order, soldItems);
  const fees = lines.slice(soldItems.length).map((fee) => sumGross([fee]));
  const paid = [...ofGoods, ...distribute(order.payable - sumPaise(ofGoods), fees)];
  const paidLines = lines.map((sold, at) => ({ sold, paid: paid[at] ?? 0, back: 0 }));
  return [...Map.groupBy(paidLines, ({ sold }) => sold.rate).values()].map((rateLines) => ({
    lines: rateLines,
    columns: sumColumns(rateLines.map(({ sold }) => sold)),
    money: sumPaise(rateLines.map((line) => line.paid)),
  }));
}

/** The figures of a credit note, which are subtracted from the rest. */
function takeCredit(sale: TaxFacts, remaining: Left, { amount, pieces }: Credit): TaxFacts {
  const isWhole = pieces === null && amount === sale.amount;
  const count = ({ sold, back }: PaidLine): number => {
    if (isWhole) return sold.quantity;
    return sold.isShipping ? 0 : Math.min(countPieces(pieces ?? [], sold.productId), sold.quantity - back);
  };
  const isAllBack = remaining.rates.every(({ lines }) =>
    lines.every((line) => line.sold.isShipping || line.back + count(line) === line.sold.quantity),
  );
  const isLast = amount >= remaining.money && (remaining.money > 0 || isAllBack);
  const worths = remaining.rates.map(({ lines, money }) =>
    Math.min(sumPaise(lines.map((line) => calculateLineWorth(line, count(line)))), money),
  );
  const totalWorth = sumPaise(worths);
  const forPieces = distribute(Math.min(amount, totalWorth), worths);
  const excess = distribute(
    Math.max(amount - totalWorth, 0),
    remaining.rates.map(({ money }, at) => money - (forPieces[at] ?? 0)),
  );
  const credited = remaining.rates.flatMap((rate, at) =>
    takeOfRate(rate, count, {
      forPieces: forPieces[at] ?? 0,
      worth: worths[at] ?? 0,
      beyond: isLast ? null : (excess[at] ?? 0),
    }),
  );
  const lines = sale.lines.flatMap((sold) => credited.flatMap(({ of, line }) => (of === sold ? [line] : [])));
  const coupon = isLast
    ? remaining.coupon
    : Math.min(Math.max(sumGross(lines) - amount, 0), remaining.coupon);
  remaining.coupon -= coupon;
  remaining.money -= amount;
  return balance(sale.isInterState, lines, coupon, amount);
}

const calculateLineWorth = ({ sold, paid, back }: PaidLine, count: number): Paise =>
  calculateShare(paid, back + count, sold.quantity) - calculateShare(paid, back, sold.quantity);

/** The refunded money of a credit note at one rate. */
interface TakenMoney {
  forPieces: Paise;
  /** The value of the pieces; the refund may be smaller. */
  worth: Paise;
  /** The additional refund; null for the full rest. */
  beyond: Paise | null;
}

/** A line of a credit note, and the line of the sale that it reverses in part. */
interface TakenLine {
  of: TaxedLine;
  line: TaxedLine;
}

/** The lines of a credit note at one rate: pieces first, then value without pieces, distributed over the rest. */
function takeOfRate(
  rate: RateLeft,
  count: (line: PaidLine) => number,
  { forPieces, worth, beyond }: TakenMoney,
): TakenLine[] {
  const ofPieces = rate.lines.flatMap((line) => {
    const { sold, back } = line;
    const quantity = count(line);
    if (quantity === 0) return [];
    const shareUpTo = (paise: Paise, end: number) => calculateShare(paise, end, sold.quantity);
    const columns = mapColumns((name) => {
      const difference = shareUpTo(sold[name], back + quantity) - shareUpTo(sold[name], back);
      return Math.min(calculateShare(difference, forPieces, worth), rate.columns[name]);
    });
    rate.columns = subtractColumns(rate.columns, columns);
    line.back += quantity;
    return [{ of: sold, line: { ...sold, ...columns, quantity } }];
  });
  const money = rate.money - forPieces;
  const value = mapColumns((name) =>
    beyond === null
      ? rate.columns[name]
      : beyond === 0
        ? 0
        : calculateShare(rate.columns[name], beyond, money),
  );
  rate.columns = subtractColumns(rate.columns, value);
  rate.money = money - (beyond ?? money);
  return [...ofPieces, ...spread(rate.lines, value)];
}

/** Distributes a value over lines without a quantity, in proportion to the value that is not refunded. */
function spread(lines: readonly PaidLine[], value: Columns): TakenLine[] {
  if (!hasValue(value)) return [];
  const worths = lines.map(({ sold, back }) => sold.unitPrice * (sold.quantity - back));
  const weights = sumPaise(worths) > 0 ? worths : lines.map(({ sold }) => sold.unitPrice * sold.quantity);
  const columns = mapColumns((name) => distribute(value[name], weights));
  return lines
    .map(({ sold }, at) => ({
      of: sold,
      line: { ...sold, ...mapColumns((name) => columns[name][at] ?? 0), quantity: 0 },
    }))
    .filter(({ line }) => hasValue(line));
}

const hasValue = (columns: Columns): boolean => COLUMNS.some((name) => columns[name] > 0);

const sumPaise = (amounts: readonly Paise[]): Paise => amounts.reduce((sum, paise) => sum + paise, 0);

const COLUMNS = ["taxable", "igst", "cgst", "sgst"] as const;

const mapColumns = <Value>(map: (name: (typeof COLUMNS)[number]) => Value) => ({
  taxable: map("taxable"),
  igst: map("igst"),
  cgst: map("cgst"),
  sgst: map("sgst"),
});

const sumColumns = (lines: readonly Columns[]): Columns =>
  mapColumns((name) => lines.reduce((sum, line) => sum + line[name], 0));

const subtractColumns = (from: Columns, columns: Columns): Columns =>
  mapColumns((name) => from[name] - columns[name]);

/** Taxable value and taxes together. */
const sumGross = (rows: readonly Columns[]): Paise =>
  rows.reduce((sum, { taxable, igst, cgst, sgst }) => sum + taxable + igst + cgst + sgst, 0);

const balance = (isInterState: boolean, lines: TaxedLine[], coupon: Paise, amount: Paise): TaxFacts => ({
  ...sumColumns(lines),
  isInterState,
  lines,
  coupon,
  roundOff: amount + coupon - sumGross(lines),
  amount,
});
