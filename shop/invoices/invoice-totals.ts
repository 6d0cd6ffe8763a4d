import { formatRupeesGrouped, type Paise, toPaise } from "#contract/money.ts";
import type { NamedSeller } from "#shop/seller/seller.ts";
import { getTaxLabels, type TaxRates } from "#shop/pricing/tax-rates.ts";
import { getItemTitle, type Order } from "#shop/orders/order.ts";
import { findPlaceOfSupply, isInterState } from "#shop/orders/place-of-supply.ts";
import { calculateSaleFacts, type TaxFacts } from "./tax-facts.ts";

/** A name and what stands beside it. */
export interface InvoiceFact {
  label: string;
  value: string;
}

/** A column or a line of a tax, as this sale has them: IGST, or CGST and SGST (D8). */
export const listTaxes = ({ cgst, sgst }: TaxRates, isAway: boolean) => {
  const labels = getTaxLabels({ cgst, sgst });
  return isAway
    ? ([{ tax: "igst", label: `IGST ${Math.round((cgst + sgst) * 100) / 100}%` }] as const)
    : ([
        { tax: "cgst", label: labels.cgst },
        { tax: "sgst", label: labels.sgst },
      ] as const);
};

/** From the subtotal to the amount, which is the last; the lines add up to the paisa (D6). */
export function listTotals(
  facts: TaxFacts,
  rates: TaxRates,
  {
    last = "Grand total",
    withRoundOff = facts.roundOff !== 0,
  }: { last?: string; withRoundOff?: boolean } = {},
): InvoiceFact[] {
  const { taxable, coupon, roundOff, amount } = facts;
  return [
    formatTotal("Subtotal", taxable),
    ...listTaxes(rates, facts.isInterState).map(({ tax, label }) => formatTotal(label, facts[tax])),
    ...(withRoundOff ? [formatTotal("Round-off", roundOff)] : []),
    formatTotal("Total amount", amount + coupon),
    formatTotal("Coupon discount", -coupon),
    formatTotal(last, amount),
  ];
}

const formatTotal = (label: string, paise: Paise): InvoiceFact => ({
  label,
  value: `${paise < 0 ? "-" : ""}${formatRupeesGrouped(Math.abs(paise))}`,
});

/** The taxes of an order as it travels: what its invoice says, or will say. */
export function calculateOrderFacts(order: Order, today: NamedSeller | null): TaxFacts {
  const { taxRates, subtotal, discount, grandTotal } = order;
  const sold = {
    cgstRate: taxRates.cgst,
    sgstRate: taxRates.sgst,
    subtotal: toPaise(subtotal),
    coupon: toPaise(discount),
    payable: toPaise(grandTotal),
  };
  const goods = order.items.map((item, at) => ({
    productId: String(at),
    title: getItemTitle(item),
    quantity: item.quantity,
    unitPrice: toPaise(item.price),
    hsn: null,
  }));
  const place = findPlaceOfSupply(order.shippingAddress);
  return calculateSaleFacts(sold, goods, isInterState(place, order.soldBy ?? today));
}
