import type { RenderContext } from "#contract/page.ts";
import { listByCategory, listCategories, listProducts, readHomeContent } from "#shop/catalogue/endpoints.ts";
import { getCanonicalListing } from "#shop/catalogue/listing-address.ts";
import { getProducts } from "#shop/catalogue/listing.ts";
import type { Product } from "#shop/catalogue/product.ts";
import { escapeHtml } from "#contract/html.ts";
import { links } from "#contract/links.ts";
import { type PageName, pagePaths } from "#contract/page-paths.ts";
import { readSpecialOffer } from "#shop/merchandising/endpoints.ts";
import { listTestimonials } from "#shop/testimonials/endpoints.ts";
import { asidePages, findFixedPath, listPathBeginnings, personalPages } from "./indexing.ts";

/** The most addresses that one sitemap may hold (sitemaps.org). */
const MOST_ADDRESSES = 50_000;

/** What a public page asks for while a crawler renders it. */
const requestedByPages = [
  listProducts,
  listByCategory,
  listCategories,
  readHomeContent,
  readSpecialOffer,
  listTestimonials,
];

/** /robots.txt */
export const writeRobots = ({ publicUrl }: Pick<RenderContext, "publicUrl">): string =>
  [
    "User-agent: *",
    ...requestedByPages.map(({ path }) => `Allow: ${path}`),
    "Disallow: /api/",
    "Disallow: /addresses/",
    "Disallow: /pay/",
    ...asidePages.flatMap(listPathBeginnings).map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${publicUrl}/sitemap.xml`,
    "",
  ].join("\n");

/** /sitemap.xml: every page that search engines may show, by its canonical address. */
export async function writeSitemap({ call, publicUrl }: RenderContext): Promise<string> {
  const products = getProducts(await call(listProducts, {}));
  const entries = [
    ...listPageEntries(products),
    ...listListingEntries(products),
    ...products.map(toProductEntry),
  ];
  const urls = entries.slice(0, MOST_ADDRESSES).map(([path, changed]) => {
    const lastmod = changed ? `<lastmod>${changed}</lastmod>` : "";
    return `<url><loc>${escapeHtml(publicUrl + path)}</loc>${lastmod}</url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("\n")}
</urlset>
`;
}

/** A canonical path, and since when it shows what it shows, where that is known. */
type Entry = [path: string, changed?: string];

/** The pages that are always there. The home page shows what is new. */
function listPageEntries(products: readonly Product[]): Entry[] {
  const newest = products
    .map(({ createdAt }) => createdAt)
    .reduce((one, other) => (one > other ? one : other), "");
  return (Object.keys(pagePaths) as PageName[])
    .filter((page) => !personalPages.includes(page))
    .flatMap((page) => findFixedPath(page) ?? [])
    .map((path) => (path === links.home && newest ? [path, newest] : [path]));
}

/** Every listing that has something in it, with the date of its newest piece. */
function listListingEntries(products: readonly Product[]): Entry[] {
  const newest = new Map<string, string>();
  for (const { category, subcategory, collection, createdAt } of products) {
    const selections = [
      {},
      { category },
      { subcategory },
      ...(collection === undefined ? [] : [{ collection }]),
    ];
    for (const path of selections.map(getCanonicalListing)) {
      if (createdAt > (newest.get(path) ?? "")) newest.set(path, createdAt);
    }
  }
  return [...newest];
}

const toProductEntry = ({ _id, createdAt }: Product): Entry => [links.product(_id), createdAt];
