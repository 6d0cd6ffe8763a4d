import { formatRupees } from "#contract/money.ts";
import type { Product } from "#shop/catalogue/product.ts";
import { getPrice } from "#shop/catalogue/price.ts";

export const pageNews = {
  gone: "This piece is no longer available.",
  price: (product: Product) =>
    `The price of this piece has just changed: ${formatRupees(getPrice(product))}.`,
  page: "This page was just updated.",
  bag: "Something in your bag has just changed. Please review it.",
} as const;

type Data = Readonly<Record<string, unknown>> | null;

export function describePageNews(previous: Data, next: Data): string | null {
  const [was, is] = [getProduct(previous), getProduct(next)];
  if (was && !is) return pageNews.gone;
  if (was && is && getPrice(was) !== getPrice(is)) return pageNews.price(is);
  return JSON.stringify(previous) === JSON.stringify(next) ? null : pageNews.page;
}

function getProduct(data: Data): Product | null {
  const product = data?.["product"];
  return typeof product === "object" && product !== null && "_id" in product ? (product as Product) : null;
}
