import { links } from "#contract/links.ts";
import { absoluteHref, type PageHead, type Shopfront } from "#lib/head.ts";
import type { Arrived } from "#lib/load.ts";
import { wayToProduct } from "#shop/catalogue/breadcrumb.ts";
import { wayToListing } from "#shop/catalogue/listing-address.ts";
import {
  breadcrumbFact,
  type Fact,
  productFact,
  sellerFact,
  siteFact,
} from "#shop/catalogue/structured-data.ts";
import { selectionAt } from "./pages/listing-data.ts";
import type { ProductLoader } from "./pages/product-data.ts";
import type { PageName } from "./route-paths.ts";
import { shopfrontOf, type Shell, taxRatesOf } from "./shell/shell-data.ts";

/** A page as it was made on the server. */
interface MadePage {
  page: PageName | null;
  head: PageHead;
  /** What its loader brought, without what failed. */
  data: Record<string, unknown>;
  url: URL;
  shell: Shell;
}

/** What search engines are told of a page besides its head. Only the server says it; the browser's code has none of it. */
export function factsOf({ page, head, data, url, shell }: MadePage): Fact[] {
  const shop = shopfrontOf(shell);
  const absolute = (href: string) => absoluteHref(href, shop);
  if (head.noindex || page === null) return [];
  if (page === "home") return homeFacts(shell, shop);
  if (page === "listing") {
    const selection = selectionAt(url, data);
    return [breadcrumbFact(wayToListing(selection), absolute)];
  }
  const { product } = data as Partial<Arrived<ProductLoader>>;
  if (page !== "product" || !product) return [];
  const address = shop.origin + links.product(product._id);
  return [
    productFact(product, address, { name: shop.name, absolute, taxRates: taxRatesOf(shell) }),
    breadcrumbFact(wayToProduct(product), absolute),
  ];
}

function homeFacts({ seller }: Shell, shop: Shopfront): Fact[] {
  const url = shop.origin + links.home;
  const absolute = (href: string) => absoluteHref(href, shop);
  return [...(seller ? [sellerFact(seller, { url, absolute })] : []), siteFact(shop.name, url)];
}
