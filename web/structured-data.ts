import type { PageName } from "#contract/page-paths.ts";
import { links } from "#contract/links.ts";
import { toAbsoluteHref, type PageHead } from "#client/head-tags.ts";
import type { LoadedData } from "#client/page-loader.ts";
import { buildProductBreadcrumb } from "#shop/catalogue/breadcrumb.ts";
import { buildListingBreadcrumb } from "#shop/catalogue/listing-address.ts";
import {
  buildBreadcrumbFact,
  buildSellerFact,
  buildSiteFact,
  type SchemaObject,
  buildProductFact,
} from "#shop/catalogue/structured-data.ts";
import { getRules } from "#shop/policies/rules.ts";
import { buildReviewFacts } from "#shop/reviews/shown-reviews.ts";
import { readSelection } from "./pages/listing-data.ts";
import type { ProductLoader } from "./pages/product-data.ts";
import { toSite, type Shell, getTaxRates } from "./shell/shell-data.ts";

interface StructuredPage {
  page: PageName | null;
  head: PageHead;
  data: Record<string, unknown>;
  url: URL;
  shell: Shell;
}

export function buildFacts({ page, head, data, url, shell }: StructuredPage): SchemaObject[] {
  const shop = toSite(shell);
  const absolute = (href: string) => toAbsoluteHref(href, shop);
  if (head.noindex || page === null) return [];
  if (page === "home") {
    const home = shop.origin + links.home;
    const sellerFacts = shell.seller ? [buildSellerFact(shell.seller, { url: home, absolute })] : [];
    return [...sellerFacts, buildSiteFact(shop.name, home)];
  }
  if (page === "listing") {
    const selection = readSelection(url, data);
    return [buildBreadcrumbFact(buildListingBreadcrumb(selection), absolute)];
  }
  const { product, reviews } = data as Partial<LoadedData<ProductLoader>>;
  if (page !== "product" || !product) return [];
  const address = shop.origin + links.product(product._id);
  return [
    {
      ...buildProductFact(product, address, {
        name: shop.name,
        absolute,
        taxRates: getTaxRates(shell),
        rules: getRules(shell.rules),
      }),
      ...(reviews && buildReviewFacts(reviews)),
    },
    buildBreadcrumbFact(buildProductBreadcrumb(product), absolute),
  ];
}
