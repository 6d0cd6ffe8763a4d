import { isDeepStrictEqual } from "node:util";
import { getTaxRates } from "#shop/seller/server/index.ts";
import type { Context } from "#platform/context.ts";
import { isRefused, refuse } from "#platform/http/refuse.ts";
import type { NewOrder } from "../new-order.ts";
import { fromRupees, type Paise } from "#contract/money.ts";
import { findProducts } from "#shop/catalogue/server/index.ts";
import { getFirstImage } from "#shop/catalogue/product.ts";
import { getPrice } from "#shop/catalogue/price.ts";
import { MAX_QUANTITY } from "#shop/inventory/stock.ts";

/** The lines and the tax rates of an order as they are today; what the customer was shown is only compared (D3, D8). */
export async function priceOrder(context: Context, { items, shownTaxRates }: NewOrder) {
  const lines = await priceLines(context, items);
  if (isRefused(lines)) return lines;
  const rates = getTaxRates(context);
  if (shownTaxRates && !isDeepStrictEqual({ ...shownTaxRates }, { ...rates }))
    return refuse("prices_changed", { details: { taxRates: rates } });
  return { lines, rates };
}

/** A line as it will be stored: the catalogue's words and price, the customer's quantity. */
export interface OrderedLine {
  productId: string;
  title: string;
  imageUrl: string | null;
  unitPrice: Paise;
  quantity: number;
  hsn: string | null;
}

/** The items, one line a product, at the catalogue's prices; sent prices are only compared with them (D3). */
export async function priceLines(context: Context, items: NewOrder["items"]) {
  if (items.length === 0) return refuse("empty_cart");
  const lines = new Map<string, OrderedLine>();
  const gone: { productId: string; available: number }[] = [];
  const changed: { productId: string; price: number }[] = [];

  const products = await findProducts(
    context,
    items.map(({ productId }) => productId),
  );
  for (const { productId, quantity, price } of items) {
    const product = products.get(productId);
    if (!product) {
      gone.push({ productId, available: 0 });
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
        imageUrl: getFirstImage(product)?.url ?? null,
        unitPrice,
        quantity,
        hsn: product.hsn ?? null,
      });
  }

  if (gone.length > 0) return refuse("shortage", { details: gone });
  if (changed.length > 0) return refuse("prices_changed", { details: changed });
  const merged = [...lines.values()];
  return merged.some(({ quantity }) => quantity > MAX_QUANTITY) ? refuse("too_many_pieces") : merged;
}
