import { isDeepStrictEqual } from "node:util";
import type { Context } from "#platform/context.ts";
import { isRefused, refuse } from "#platform/http/refuse.ts";
import type { NewOrder } from "../new-order.ts";
import { fromRupees, type Paise } from "#contract/money.ts";
import { getTaxRates } from "#shop/pricing/server/index.ts";
import type { TaxRates } from "#shop/pricing/tax-rates.ts";
import { getRates } from "#shop/pricing/gst.ts";
import { findProducts } from "#shop/catalogue/server/index.ts";
import { getOriginalPrice, getPrice } from "#shop/catalogue/price.ts";
import { formatCount } from "#contract/text.ts";
import type { OrderRules, Rules } from "#shop/policies/rules.ts";
import { getOwnRules, getShopRules } from "#shop/policies/server/index.ts";
import { calculateAvailable, type StockStates } from "#shop/inventory/server/index.ts";

/** Prices the lines at the shop's prices and tax rates. Refuses if the customer saw other prices or rates (D3, D8). */
export async function priceOrder(
  context: Context,
  { items, shownTaxRates }: Pick<NewOrder, "items" | "shownTaxRates">,
) {
  const lines = await priceLines(context, items);
  if (isRefused(lines)) return lines;
  const rates = getTaxRates(context);
  if (shownTaxRates && !isDeepStrictEqual({ ...shownTaxRates }, { ...rates }))
    return refuse("prices_changed", { details: { taxRates: rates } });
  const wasShownOtherRate = ({ productId, gstRate }: OrderedLine): boolean =>
    items.some((item) => item.productId === productId && (item.gstRate ?? null) !== gstRate);
  const changedLines = shownTaxRates ? lines.filter(wasShownOtherRate) : [];
  if (changedLines.length > 0) {
    const details = changedLines.map(({ productId, gstRate }) => ({ productId, gstRate }));
    return refuse("prices_changed", { details });
  }
  return settleRates(lines, rates);
}

/** If all lines have the same `gstRate`, moves this rate from the lines to the order. */
function settleRates(lines: readonly OrderedLine[], rates: TaxRates) {
  const lineRate = lines[0]?.gstRate ?? null;
  if (lineRate === null || lines.some(({ gstRate }) => gstRate !== lineRate)) return { lines, rates };
  const settledRates = { ...rates, ...getRates({ gstRate: lineRate }, rates) };
  return { lines: lines.map((line) => ({ ...line, gstRate: null })), rates: settledRates };
}

export interface OrderedLine {
  productId: string;
  title: string;
  imageUrl: string | null;
  unitPrice: Paise;
  quantity: number;
  hsn: string | null;
  leadDays: number;
  /** The total GST rate in percent. Null if the rate of the order applies. */
  gstRate: number | null;
  /** True if the product is sold at a discount, so that it cannot be returned (§9). */
  reduced: boolean;
}

/** Returns one line for each product, at the catalogue's prices. Refuses if the customer saw other prices (D3). */
export async function priceLines(context: Context, items: NewOrder["items"]) {
  if (items.length === 0) return refuse("empty_cart");
  const lines = new Map<string, OrderedLine>();
  const unavailable: { productId: string; available: number }[] = [];
  const changed: { productId: string; price: number }[] = [];

  const products = await findProducts(
    context,
    items.map(({ productId }) => productId),
  );
  for (const { productId, quantity, price } of items) {
    const product = products.get(productId);
    if (!product) {
      unavailable.push({ productId, available: 0 });
      continue;
    }
    const unitPrice = getPrice(product);
    if (price !== undefined && price !== null && fromRupees(price) !== unitPrice) {
      changed.push({ productId, price: product.price });
    }
    const line = lines.get(productId);
    if (line) line.quantity += quantity;
    else
      lines.set(productId, {
        productId,
        title: product.title,
        imageUrl: product.images[0]?.url ?? null,
        unitPrice,
        quantity,
        hsn: product.hsn ?? null,
        leadDays: product.supply?.leadDays ?? 0,
        gstRate: product.gstRate ?? null,
        reduced: getOriginalPrice(product) !== null,
      });
  }

  if (unavailable.length > 0) return refuse("shortage", { details: unavailable });
  if (changed.length > 0) return refuse("prices_changed", { details: changed });
  const merged = [...lines.values()];
  return refuseTooMuch(context, merged) ?? merged;
}

/** Refuses an order with more products, or more pieces of one product, than the shop allows (security §5). */
function refuseTooMuch(context: Context, lines: readonly OrderedLine[]) {
  const { mostProducts, mostPieces } = getShopRules(context);
  if (lines.length > mostProducts)
    return refuse("too_many_pieces", {
      message: `An order can hold up to ${formatCount(mostProducts, "product")}.`,
    });
  const large = lines.find(({ quantity }) => quantity > mostPieces);
  return large
    ? refuse("too_many_pieces", {
        message: `An order can hold up to ${formatCount(mostPieces, "piece")} of ${large.title}.`,
      })
    : null;
}

/** These rules matter only while an order is placed, so the order does not store them. */
const UNSTORED_RULES: ReadonlySet<string> = new Set([
  "mostProducts",
  "mostPieces",
  "mostUnpaidOrders",
  "cashOnDelivery",
  "deliverTo",
  "shippingFee",
  "freeShippingFrom",
] satisfies (keyof Rules)[]);

/**
 * Returns the rules stored with the order: the owner's rules, the requested delivery day, and the longest lead time of
 * products that are not in stock. Null if there is nothing to store.
 */
export function buildOrderRules(
  context: Context,
  { promised: requested }: { promised: OrderRules | null },
  lines: readonly OrderedLine[],
  states: StockStates,
): OrderRules | null {
  const isInStock = ({ productId, quantity }: OrderedLine): boolean => {
    const state = states.get(productId);
    return ((state && calculateAvailable(state)) ?? 0) >= quantity;
  };
  const leadDays = Math.max(0, ...lines.filter((line) => !isInStock(line)).map((line) => line.leadDays));
  const rules = Object.fromEntries(
    Object.entries(getOwnRules(context)).filter(([name]) => !UNSTORED_RULES.has(name)),
  );
  const promise = { ...rules, ...requested, ...(leadDays > 0 && { leadDays }) };
  return Object.keys(promise).length > 0 ? promise : null;
}
