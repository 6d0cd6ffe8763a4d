import { calculatePercent, type Paise } from "#contract/money.ts";
import { calculateShare, distribute } from "#contract/shares.ts";
import { type Rates, type RatedGoods, addRates, getRates } from "#shop/pricing/gst.ts";
import { addShipping } from "#shop/pricing/shipping-fee.ts";
import { countPieces, listPaid, type Pieces } from "#shop/orders/returned-pieces.ts";

/** The unit in which all products are sold, with its code in GST returns (UQC). */
export const UNIT = { code: "PCS", name: "PCS-PIECES" } as const;

export interface SoldGoods extends RatedGoods {
  productId: string;
  title: string;
  quantity: number;
  unitPrice: Paise;
  hsn: string | null;
  /** True if the line is a part of the shipping fee, taxed like the goods with this rate and HSN code. */
  isShipping?: true;
}

/** The amounts of an order in paise, and its default tax rates in percent. */
export interface SoldOrder {
  cgstRate: number;
  sgstRate: number;
  subtotal: Paise;
  shipping: Paise;
  coupon: Paise;
  payable: Paise;
}

interface Taxes {
  igst: Paise;
  cgst: Paise;
  sgst: Paise;
}

interface Columns extends Taxes {
  taxable: Paise;
}

interface TaxedLine extends SoldGoods, Columns {
  rates: Rates;
  /** The total tax rate in percent, such as 18 for CGST 9 and SGST 9. */
  rate: number;
}

/**
 * The GST amounts of an invoice or credit note, in paise. Each total is the sum of its lines, and `taxable` + taxes −
 * `coupon` + `roundOff` = `amount`. The coupon is deducted after tax (§9, D1), so it does not reduce the taxable value.
 */
export interface TaxFacts extends Columns {
  isInterState: boolean;
  lines: TaxedLine[];
  coupon: Paise;
  /** The order's tax was calculated on the total, but an invoice rounds each line. `roundOff` is the difference. */
  roundOff: Paise;
  amount: Paise;
}

export const sumShipping = ({ lines }: TaxFacts): Paise =>
  lines.reduce((sum, { isShipping, taxable }) => sum + (isShipping ? taxable : 0), 0);

export interface Credit {
  amount: Paise;
  pieces: readonly Pieces[] | null;
}

/** Calculates an invoice. The tax of each line is rounded half up, and the totals are sums of the lines (D6, D8). */
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

/** Returns the shipping fee as one line per rate and HSN code, because it is taxed like the goods (CGST Act, s. 8). */
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
 * Calculates the credit note for the last of `credits`. The earlier credits reduce what is left to credit. Returned
 * pieces are credited at the invoice's amounts, or at a part of them if less than the price is refunded. A refund
 * without pieces is divided among the amounts not credited yet, as lines of quantity 0. No amount is negative, and
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

interface PaidLine {
  sold: TaxedLine;
  paid: Paise;
  returnedCount: number;
}

interface RateLeft {
  lines: PaidLine[];
  columns: Columns;
  money: Paise;
}

interface Remainder {
  rates: RateLeft[];
  coupon: Paise;
  money: Paise;
}

/**
 * Returns what was paid at each tax rate, separately for goods and for shipping. The coupon reduces only the goods, so
 * the money that was paid for shipping must not be divided among the goods.
 */
function listRatesLeft(order: SoldOrder, soldItems: readonly SoldGoods[], { lines }: TaxFacts): RateLeft[] {
  const ofGoods = listPaid(order, soldItems);
  const fees = lines.slice(soldItems.length).map((fee) => sumGross([fee]));
  const paid = [...ofGoods, ...distribute(order.payable - sumPaise(ofGoods), fees)];
  const paidLines = lines.map((sold, at) => ({ sold, paid: paid[at] ?? 0, returnedCount: 0 }));
  const groups = Map.groupBy(paidLines, ({ sold }) => `${sold.rate} ${sold.isShipping}`);
  return [...groups.values()].map((rateLines) => ({
    lines: rateLines,
    columns: sumColumns(rateLines.map(({ sold }) => sold)),
    money: sumPaise(rateLines.map((line) => line.paid)),
  }));
}

/** Calculates a credit note, and subtracts its amounts from `remaining`. */
function takeCredit(sale: TaxFacts, remaining: Remainder, { amount, pieces }: Credit): TaxFacts {
  const isWhole = pieces === null && amount === sale.amount;
  const count = ({ sold, returnedCount }: PaidLine): number => {
    if (isWhole) return sold.quantity;
    return sold.isShipping
      ? 0
      : Math.min(countPieces(pieces ?? [], sold.productId), sold.quantity - returnedCount);
  };
  const isAllReturned = remaining.rates.every(({ lines }) =>
    lines.every((line) => line.sold.isShipping || line.returnedCount + count(line) === line.sold.quantity),
  );
  const isLast = amount >= remaining.money && (remaining.money > 0 || isAllReturned);
  const worths = remaining.rates.map(({ lines }) =>
    sumPaise(lines.map((line) => calculateLineWorth(line, count(line)))),
  );
  const limits = remaining.rates.map(({ money }, at) => Math.min(worths[at] ?? 0, money));
  const totalWorth = sumPaise(limits);
  const forPieces = distribute(Math.min(amount, totalWorth), limits);
  const excess = distribute(
    Math.max(amount - totalWorth, 0),
    remaining.rates.map(({ money }, at) => money - (forPieces[at] ?? 0)),
  );
  const credited = remaining.rates.flatMap((rate, at) =>
    takeOfRate(rate, count, {
      forPieces: forPieces[at] ?? 0,
      // If the refund covers the pieces fully, or uses up the money that is left at this rate, credit their full
      // taxable value. Otherwise credit it in proportion to the refunded part of their price.
      worth: (forPieces[at] === limits[at] ? limits[at] : worths[at]) ?? 0,
      extraPaise: isLast ? null : (excess[at] ?? 0),
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

const calculateLineWorth = ({ sold, paid, returnedCount }: PaidLine, count: number): Paise =>
  calculateShare(paid, returnedCount + count, sold.quantity) -
  calculateShare(paid, returnedCount, sold.quantity);

interface CreditedMoney {
  /** The part of the refund that is for returned pieces. */
  forPieces: Paise;
  /** The refund at which the pieces are credited in full. If `forPieces` is less, they are credited in proportion. */
  worth: Paise;
  /** The amount to refund in addition to the pieces. Null credits everything that remains. */
  extraPaise: Paise | null;
}

interface CreditedLine {
  of: TaxedLine;
  line: TaxedLine;
}

function takeOfRate(
  rate: RateLeft,
  count: (line: PaidLine) => number,
  { forPieces, worth, extraPaise }: CreditedMoney,
): CreditedLine[] {
  const ofPieces = rate.lines.flatMap((line) => {
    const { sold, returnedCount } = line;
    const quantity = count(line);
    if (quantity === 0) return [];
    const shareUpTo = (paise: Paise, end: number) => calculateShare(paise, end, sold.quantity);
    const columns = mapColumns((name) => {
      const difference =
        shareUpTo(sold[name], returnedCount + quantity) - shareUpTo(sold[name], returnedCount);
      return Math.min(calculateShare(difference, forPieces, worth), rate.columns[name]);
    });
    rate.columns = subtractColumns(rate.columns, columns);
    line.returnedCount += quantity;
    return [{ of: sold, line: { ...sold, ...columns, quantity } }];
  });
  const money = rate.money - forPieces;
  const value = mapColumns((name) =>
    extraPaise === null
      ? rate.columns[name]
      : extraPaise === 0
        ? 0
        : calculateShare(rate.columns[name], extraPaise, money),
  );
  rate.columns = subtractColumns(rate.columns, value);
  rate.money = money - (extraPaise ?? money);
  return [...ofPieces, ...spread(rate.lines, value)];
}

/**
 * Creates credit lines without pieces. Divides the amounts in proportion to the value of the pieces that are not
 * returned, or of all pieces if all are returned.
 */
function spread(lines: readonly PaidLine[], value: Columns): CreditedLine[] {
  if (!hasValue(value)) return [];
  const worths = lines.map(({ sold, returnedCount }) => sold.unitPrice * (sold.quantity - returnedCount));
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
