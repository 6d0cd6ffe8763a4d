import { calculatePercent, type Paise } from "#contract/money.ts";
import { calculateShare, distribute } from "#contract/shares.ts";
import type { Rates, Taxed } from "#shop/pricing/tax-rates.ts";
import { addRates, getRates } from "#shop/pricing/inclusive-price.ts";
import { addShipping } from "#shop/pricing/totals.ts";
import { calculateWorth, countPieces, type Pieces } from "#shop/orders/returned-pieces.ts";

/** The unit in which everything here is sold, with its code (UQC). */
export const UNIT = { code: "PCS", name: "PCS-PIECES" } as const;

/** A line as it was sold, for its taxes. */
export interface SoldGoods extends Taxed {
  productId: string;
  title: string;
  quantity: number;
  unitPrice: Paise;
  hsn: string | null;
  /** It is no piece: what was asked for shipping the goods of this rate and HSN. */
  isShipping?: true;
}

/** The amounts and rates of an order. Rates are percent, everything else is paise. */
export interface SoldOrder {
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
  /** The whole rate in percent: 18 where it is 9 and 9. */
  rate: number;
}

/**
 * The GST figures of an invoice or a credit note, in paise. Each column of the lines adds up to its sum, and `taxable`
 * + taxes − `coupon` + `roundOff` = `amount`. The coupon is taken off after tax (§9, D1): it does not lessen the
 * taxable value.
 */
export interface TaxFacts extends Columns {
  isInterState: boolean;
  lines: TaxedLine[];
  coupon: Paise;
  /**
   * The difference between the tax on the sum, which the order was paid with, and the taxes of the lines, each rounded
   * by itself.
   */
  roundOff: Paise;
  amount: Paise;
}

/** The taxable value of the shipping in it. */
export const sumShipping = ({ lines }: TaxFacts): Paise =>
  lines.reduce((sum, { isShipping, taxable }) => sum + (isShipping ? taxable : 0), 0);

/** A credit note of an order: how much went back, and for which pieces; null for money alone or for all. */
export interface Credit {
  amount: Paise;
  pieces: readonly Pieces[] | null;
}

/**
 * The figures of an invoice: the tax of each line is rounded half up to the paisa, and the sums are those of the lines
 * (D6, D8).
 */
export function calculateSaleFacts(
  order: SoldOrder,
  goods: readonly SoldGoods[],
  isInterState: boolean,
): TaxFacts {
  const ordinary = { cgst: order.cgstRate, sgst: order.sgstRate };
  const lines = [...goods, ...listShipping(order.shipping, goods)].map((line) => {
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

/** The fee, a line for each rate and HSN of the goods: shipping is one supply with them (section 8 of the CGST Act). */
function listShipping(shipping: Paise, goods: readonly SoldGoods[]): SoldGoods[] {
  if (shipping === 0) return [];
  const shares = addShipping(goods, shipping).slice(goods.length);
  const parts = Map.groupBy(goods.keys(), (at) => `${goods[at]?.gstRate} ${goods[at]?.hsn}`);
  return [...parts.values()].map((places) => ({
    productId: "",
    title: "Shipping",
    quantity: 1,
    unitPrice: places.reduce((sum, at) => sum + (shares[at]?.unitPrice ?? 0), 0),
    hsn: goods[places[0] ?? 0]?.hsn ?? null,
    gstRate: goods[places[0] ?? 0]?.gstRate,
    isShipping: true as const,
  }));
}

/**
 * The figures of an order's last credit note. Pieces that go back for what they are worth have their own figures of the
 * invoice; money has its share of all that is left of the invoice after the earlier notes, rate by rate. No note takes a
 * column of a rate below 0, and once all the money is back the notes add up to the invoice.
 */
export function calculateCreditFacts(
  order: SoldOrder,
  goods: readonly SoldGoods[],
  isInterState: boolean,
  credits: readonly Credit[],
): TaxFacts {
  const sale = calculateSaleFacts(order, goods, isInterState);
  const left = { sums: sumByRate(sale.lines), coupon: sale.coupon, money: order.payable };
  const back: Pieces[] = [];
  let note = sale;
  for (const credit of credits) {
    const all = { ...left, back };
    note = calculateOwnNote(order, sale, all, credit) ?? calculateShareNote(sale, all, credit);
    for (const [rate, sums] of sumByRate(note.lines))
      left.sums.set(rate, subtractColumns(left.sums.get(rate) ?? sums, sums));
    left.coupon -= note.coupon;
    left.money -= credit.amount;
    back.push(...(credit.pieces ?? []));
  }
  return note;
}

/** The rest of a sale after some credit notes. */
interface Left {
  /** By whole rate. */
  sums: ReadonlyMap<number, Columns>;
  coupon: Paise;
  money: Paise;
  /** The pieces that went back. */
  back: readonly Pieces[];
}

/** The pieces with their figures of the invoice; null for money, for the last of it, and where that does not fit. */
function calculateOwnNote(order: SoldOrder, sale: TaxFacts, left: Left, credit: Credit): TaxFacts | null {
  const { amount, pieces } = credit;
  if (pieces === null || amount >= left.money) return null;
  const goods = sale.lines.filter(({ isShipping }) => !isShipping);
  if (amount !== calculateWorth(order, goods, left.back, pieces)) return null;
  const own = pickOwnLines(goods, left.back, pieces);
  const coupon = sumGross(own) - amount;
  const rests = [...sumByRate(own)].map(([rate, sums]) => subtractColumns(left.sums.get(rate) ?? sums, sums));
  const fits = [...rests.flatMap((rest) => COLUMNS.map((name) => rest[name])), coupon, left.coupon - coupon];
  return fits.every((paise) => paise >= 0) ? balance(sale.isInterState, own, coupon, amount) : null;
}

/**
 * The share of the money in what is left. That of named pieces is of what is left at their rates, unless more goes back
 * for them: then, as for money alone, it is of all.
 */
function calculateShareNote(sale: TaxFacts, left: Left, { amount, pieces }: Credit): TaxFacts {
  const named = pickOwnLines(listOpenLines(sale, left, { amount, pieces }), left.back, pieces);
  const rates = new Set(named.map(({ rate }) => rate));
  const whole = sumGross([...left.sums.values()]);
  const part = sumGross([...left.sums].filter(([rate]) => rates.has(rate)).map(([, sums]) => sums));
  const atRates = (paise: Paise) => calculateShare(paise, part, whole);
  const isWithin = part === whole || (amount < left.money && amount <= atRates(left.money));
  const lines = isWithin ? named : pickOwnLines(sale.lines, left.back, null);
  const money = isWithin ? atRates(left.money) : left.money;
  const coupon = isWithin ? atRates(left.coupon) : left.coupon;
  const share = (paise: Paise) => calculateShare(paise, amount, money);
  const shared = new Map<TaxedLine, TaxedLine>();
  for (const [rate, own] of Map.groupBy(lines, (line) => line.rate)) {
    const sums = mapColumns((name) => share(left.sums.get(rate)?.[name] ?? 0));
    const ownSums = sumColumns(own);
    const isOwn = COLUMNS.every((name) => sums[name] === ownSums[name]);
    for (const [at, line] of (isOwn ? own : spread(own, sums)).entries()) shared.set(own[at] ?? line, line);
  }
  const inOrder = lines.map((line) => shared.get(line) ?? line);
  return balance(sale.isInterState, inOrder, share(coupon), amount);
}

/** What a share is spread over: once all pieces are back only the shipping is left, which goes back with the last of the money. */
function listOpenLines({ lines }: TaxFacts, { money, back }: Left, { amount, pieces }: Credit): TaxedLine[] {
  const shipping = lines.filter(({ isShipping }) => isShipping);
  const goods = lines.filter(({ isShipping }) => !isShipping);
  if (pieces !== null) return amount < money ? goods : lines;
  const areBack = goods.every(({ productId, quantity }) => countPieces(back, productId) === quantity);
  return shipping.length > 0 && areBack ? shipping : lines;
}

/** The lines of the pieces with their own figures: whatever way they go back, together they are those of the invoice. */
const pickOwnLines = (
  lines: readonly TaxedLine[],
  back: readonly Pieces[],
  pieces: readonly Pieces[] | null,
): TaxedLine[] =>
  lines.flatMap((line) => {
    const isWhole = pieces === null || line.isShipping;
    const before = isWhole ? 0 : countPieces(back, line.productId);
    const quantity = isWhole ? line.quantity : countPieces(pieces, line.productId);
    const upTo = (paise: Paise, count: number) => calculateShare(paise, count, line.quantity);
    const part = (paise: Paise) => upTo(paise, before + quantity) - (before === 0 ? 0 : upTo(paise, before));
    return quantity === 0 ? [] : [{ ...line, quantity, ...mapColumns((name) => part(line[name])) }];
  });

/** Each sum over the lines, by their worth. */
function spread(lines: readonly TaxedLine[], sums: Columns): TaxedLine[] {
  const worths = lines.map(({ unitPrice, quantity }) => unitPrice * quantity);
  const columns = mapColumns((name) => distribute(sums[name], worths));
  return lines.map((line, at) => ({ ...line, ...mapColumns((name) => columns[name][at] ?? 0) }));
}

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

const sumByRate = (lines: readonly TaxedLine[]): Map<number, Columns> =>
  new Map([...Map.groupBy(lines, ({ rate }) => rate)].map(([rate, some]) => [rate, sumColumns(some)]));

/** Taxable value and taxes together. */
const sumGross = (all: readonly Columns[]): Paise =>
  all.reduce((sum, { taxable, igst, cgst, sgst }) => sum + taxable + igst + cgst + sgst, 0);

const balance = (isInterState: boolean, lines: TaxedLine[], coupon: Paise, amount: Paise): TaxFacts => ({
  ...sumColumns(lines),
  isInterState,
  lines,
  coupon,
  roundOff: amount + coupon - sumGross(lines),
  amount,
});
