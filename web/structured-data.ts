import type { PageName } from "#contract/page-paths.ts";
import { links } from "#contract/links.ts";
import { absoluteHref, type PageHead, type Site } from "#client/head-tags.ts";
import type { LoadedData } from "#client/load.ts";
import { productBreadcrumb } from "#shop/catalogue/breadcrumb.ts";
import { listingBreadcrumb } from "#shop/catalogue/listing-address.ts";
import { breadcrumbFact, sellerFact, siteFact } from "#shop/catalogue/shop-structured-data.ts";
import { type Fact, productFact } from "#shop/catalogue/structured-data.ts";
import { selectionAt } from "./pages/listing-data.ts";
import type { ProductLoader } from "./pages/product-data.ts";
import { siteOf, type Shell, taxRatesOf } from "./shell/shell-data.ts";

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
  const shop = siteOf(shell);
  const absolute = (href: string) => absoluteHref(href, shop);
  if (head.noindex || page === null) return [];
  if (page === "home") return homeFacts(shell, shop);
  if (page === "listing") {
    const selection = selectionAt(url, data);
    return [breadcrumbFact(listingBreadcrumb(selection), absolute)];
  }
  const { product } = data as Partial<LoadedData<ProductLoader>>;
  if (page !== "product" || !product) return [];
  const address = shop.origin + links.product(product._id);
  return [
    productFact(product, address, { name: shop.name, absolute, taxRates: taxRatesOf(shell) }),
    breadcrumbFact(productBreadcrumb(product), absolute),
  ];
}

function homeFacts({ seller }: Shell, shop: Site): Fact[] {
  const url = shop.origin + links.home;
  const absolute = (href: string) => absoluteHref(href, shop);
  return [...(seller ? [sellerFact(seller, { url, absolute })] : []), siteFact(shop.name, url)];
}
