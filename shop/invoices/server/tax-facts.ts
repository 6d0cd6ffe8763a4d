import { calculatePercent, type Paise } from "#contract/money.ts";
import { calculateShare, distribute } from "#contract/shares.ts";
import { calculateWorth, countPieces, type Pieces } from "#shop/orders/returned-pieces.ts";

/** A line as it was sold, for its taxes. */
export interface SoldGoods {
  productId: string;
  title: string;
  quantity: number;
  unitPrice: Paise;
  hsn: string | null;
}

/** The amounts and rates of an order. Rates are percent, everything else is paise. */
export interface SoldOrder {
  cgstRate: number;
  sgstRate: number;
  subtotal: Paise;
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
  const { cgstRate, sgstRate } = order;
  const rate = addRates(cgstRate, sgstRate);
  const lines = goods.map((line) => {
    const taxable = line.unitPrice * line.quantity;
    const tax = (percent: number, isDue: boolean) => (isDue ? calculatePercent(taxable, percent) : 0);
    return {
      ...line,
      rate,
      taxable,
      igst: tax(rate, isInterState),
      cgst: tax(cgstRate, !isInterState),
      sgst: tax(sgstRate, !isInterState),
    };
  });
  return balance(isInterState, lines, sumColumns(lines), order.coupon, order.payable);
}

/**
 * The figures of an order's last credit note. Pieces that go back for what they are worth have their own figures of the
 * invoice; money has its share of all that is left of the invoice after the earlier notes. No note takes a column below
 * 0, and once all the money is back the notes add up to the invoice.
 */
export function calculateCreditFacts(
  order: SoldOrder,
  goods: readonly SoldGoods[],
  isInterState: boolean,
  credits: readonly Credit[],
): TaxFacts {
  const sale = calculateSaleFacts(order, goods, isInterState);
  const state: CreditState = { left: sale, money: order.payable, back: [] };
  let note = sale;
  for (const credit of credits) {
    note = calculateNote(order, sale, state, credit);
    state.left = { ...subtractColumns(state.left, note), coupon: state.left.coupon - note.coupon };
    state.money -= credit.amount;
    state.back = [...state.back, ...(credit.pieces ?? [])];
  }
  return note;
}

/** The rest of a sale after some credit notes. */
interface CreditState {
  left: Columns & { coupon: Paise };
  money: Paise;
  /** The pieces that went back. */
  back: readonly Pieces[];
}

function calculateNote(order: SoldOrder, sale: TaxFacts, state: CreditState, credit: Credit): TaxFacts {
  const { left, money, back } = state;
  const { amount, pieces } = credit;
  const own = pickOwnLines(sale.lines, back, pieces);
  const ownSums = sumColumns(own);
  const isWorth = pieces !== null && amount === calculateWorth(order.payable, sale.lines, back, pieces);
  const coupon = ownSums.taxable + sumTaxes(ownSums) - amount;
  const fits = [...COLUMNS.map((name) => left[name] - ownSums[name]), coupon, left.coupon - coupon];
  if (amount < money && isWorth && fits.every((paise) => paise >= 0))
    return balance(sale.isInterState, own, ownSums, coupon, amount);
  const share = (paise: Paise) => calculateShare(paise, amount, money);
  const sums = mapColumns((name) => share(left[name]));
  const isOwn = COLUMNS.every((name) => sums[name] === ownSums[name]);
  return balance(sale.isInterState, isOwn ? own : spread(own, sums), sums, share(left.coupon), amount);
}

/** The lines of the pieces with their own figures: whatever way they go back, together they are those of the invoice. */
const pickOwnLines = (
  lines: readonly TaxedLine[],
  back: readonly Pieces[],
  pieces: readonly Pieces[] | null,
): TaxedLine[] =>
  lines.flatMap((line) => {
    const before = pieces === null ? 0 : countPieces(back, line.productId);
    const quantity = pieces === null ? line.quantity : countPieces(pieces, line.productId);
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

const sumTaxes = ({ igst, cgst, sgst }: Taxes): Paise => igst + cgst + sgst;

const balance = (
  isInterState: boolean,
  lines: TaxedLine[],
  sums: Columns,
  coupon: Paise,
  amount: Paise,
): TaxFacts => ({
  ...sums,
  isInterState,
  lines,
  coupon,
  roundOff: amount + coupon - sums.taxable - sumTaxes(sums),
  amount,
});

/** Rates have two decimals; a sum of doubles may have more. */
const addRates = (one: number, other: number): number => Math.round((one + other) * 100) / 100;
