import { calculatePercent, type Paise } from "#contract/money.ts";
import { countPieces, type Pieces } from "./returned-pieces.ts";
import { calculateShare, distribute } from "#contract/shares.ts";

/** A line as it was sold, for its taxes. */
export interface SoldGoods {
  title: string;
  quantity: number;
  unitPrice: Paise;
  hsn: string | null;
}

/** What an order says of its money and taxes. Rates are percent, everything else is paise. */
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

interface TaxedLine extends SoldGoods, Taxes {
  taxable: Paise;
  /** The whole rate in percent: 18 where it is 9 and 9. */
  rate: number;
}

/**
 * What an invoice or a credit note says of GST, in paise. Each column of the lines adds up to its sum, and
 * `taxable` + taxes − `coupon` + `roundOff` = `amount`. The coupon is taken off after tax (§9, D1): it does not lessen
 * the taxable value.
 */
export interface TaxFacts extends Taxes {
  isInterState: boolean;
  lines: TaxedLine[];
  taxable: Paise;
  coupon: Paise;
  /** What the one rounding of IGST differs from the two of CGST and SGST by, which the order was paid with. */
  roundOff: Paise;
  amount: Paise;
}

/** What an invoice says: IGST is the whole rate of the taxable sum, rounded half up to the paisa (D6, D8). */
export const calculateSaleFacts = (
  order: SoldOrder,
  goods: readonly SoldGoods[],
  isInterState: boolean,
): TaxFacts => calculateFacts(order, goods, isInterState, { from: 0, to: order.payable });

/**
 * What a credit note over `amount` says, after others over `creditedBefore` together: the same part of everything that
 * was sold as the money is of what was paid. All notes of one order together never give back more than its invoice
 * took, and exactly that once all the money is back.
 */
export const calculateCreditFacts = (
  order: SoldOrder,
  goods: readonly SoldGoods[],
  isInterState: boolean,
  { creditedBefore, amount }: { creditedBefore: Paise; amount: Paise },
): TaxFacts =>
  calculateFacts(order, goods, isInterState, { from: creditedBefore, to: creditedBefore + amount });

/** The lines that a credit note for some pieces has: those alone, with as many as came back. */
export const selectGoods = <Goods extends SoldGoods & { productId: string }>(
  goods: readonly Goods[],
  pieces: readonly Pieces[] | null,
): readonly Goods[] =>
  pieces === null
    ? goods
    : goods
        .map((line) => ({ ...line, quantity: countPieces(pieces, line.productId) }))
        .filter(({ quantity }) => quantity > 0);

/** The part of a sale that belongs to the money between `from` and `to`. */
function calculateFacts(
  order: SoldOrder,
  goods: readonly SoldGoods[],
  isInterState: boolean,
  { from, to }: { from: Paise; to: Paise },
): TaxFacts {
  const { cgstRate, sgstRate, payable } = order;
  // What cost nothing is sold whole all the same: its share is all of it, from the first.
  const between = (calculate: (credited: Paise) => Paise) =>
    calculate(to) - (from === 0 ? 0 : calculate(from));
  const part = (paise: Paise) => between((credited) => calculateShare(paise, credited, payable));
  const tax = (rate: number) =>
    between((credited) => calculatePercent(calculateShare(order.subtotal, credited, payable), rate));
  const rate = addRates(cgstRate, sgstRate);
  const sums = {
    taxable: part(order.subtotal),
    igst: isInterState ? tax(rate) : 0,
    cgst: isInterState ? 0 : tax(cgstRate),
    sgst: isInterState ? 0 : tax(sgstRate),
  };
  const [coupon, amount] = [part(order.coupon), to - from];
  const roundOff = amount + coupon - sums.taxable - sums.igst - sums.cgst - sums.sgst;
  return { ...sums, isInterState, lines: splitByLine(goods, rate, sums), coupon, roundOff, amount };
}

/** Each sum over the lines, by their worth. */
function splitByLine(
  goods: readonly SoldGoods[],
  rate: number,
  sums: Taxes & { taxable: Paise },
): TaxedLine[] {
  const worths = goods.map(({ unitPrice, quantity }) => unitPrice * quantity);
  const columns = [sums.taxable, sums.igst, sums.cgst, sums.sgst].map((sum) => distribute(sum, worths));
  return goods.map((line, at) => {
    const [taxable = 0, igst = 0, cgst = 0, sgst = 0] = columns.map((column) => column[at]);
    return { ...line, rate, taxable, igst, cgst, sgst };
  });
}

/** Rates have two decimals; a sum of doubles may have more. */
const addRates = (one: number, other: number): number => Math.round((one + other) * 100) / 100;
