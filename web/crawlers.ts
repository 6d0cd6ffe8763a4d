import type { SitemapProduct } from "#contract/page.ts";
import { listByCategory, listCategories, listProducts, readHomeContent } from "#shop/catalogue/endpoints.ts";
import { getCanonicalListing } from "#shop/catalogue/listing-address.ts";
import { escapeHtml } from "#contract/html.ts";
import { links } from "#contract/links.ts";
import { type PageName, pagePaths } from "#contract/page-paths.ts";
import { readSpecialOffer } from "#shop/merchandising/endpoints.ts";
import { listTestimonials } from "#shop/testimonials/endpoints.ts";
import { asidePages, findFixedPath, listPathBeginnings, personalPages } from "./indexing.ts";

/** The most addresses that one sitemap may hold (sitemaps.org). */
const MOST_ADDRESSES = 50_000;

/** Calls of the public pages while a crawler renders them. */
const requestedByPages = [
  listProducts,
  listByCategory,
  listCategories,
  readHomeContent,
  readSpecialOffer,
  listTestimonials,
];

/** /robots.txt */
export const writeRobots = (publicUrl: string): string =>
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

/** /sitemap.xml: every page that search engines may show, by its canonical address, or the parts of it. */
export function writeSitemap(
  publicUrl: string,
  products: readonly SitemapProduct[],
  part?: number,
): string | null {
  const entries = [
    ...listPageEntries(products),
    ...listListingEntries(products),
    ...products.map(toProductEntry),
  ];
  const parts = Math.ceil(entries.length / MOST_ADDRESSES);
  if (part === undefined && parts > 1) return writeIndex(publicUrl, parts);
  if (part !== undefined && (parts < 2 || part > parts)) return null;
  const from = ((part ?? 1) - 1) * MOST_ADDRESSES;
  const urls = entries.slice(from, from + MOST_ADDRESSES).map(([path, changed]) => {
    const lastmod = changed ? `<lastmod>${changed}</lastmod>` : "";
    return `<url><loc>${escapeHtml(publicUrl + path)}</loc>${lastmod}</url>`;
  });
  return writeXml("urlset", urls);
}

const writeIndex = (publicUrl: string, parts: number): string =>
  writeXml(
    "sitemapindex",
    Array.from({ length: parts }, (_, at) => {
      const loc = escapeHtml(`${publicUrl}/sitemap-${at + 1}.xml`);
      return `<sitemap><loc>${loc}</loc></sitemap>`;
    }),
  );

const writeXml = (root: string, lines: readonly string[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${lines.join("\n")}
</${root}>
`;

/** A canonical path, and since when it shows what it shows, where that is known. */
type Entry = [path: string, changed?: string];

/** The pages that are always there. The home page shows what is new. */
function listPageEntries(products: readonly SitemapProduct[]): Entry[] {
  const newest = products
    .map(({ createdAt }) => createdAt)
    .reduce((one, other) => (one > other ? one : other), "");
  return (Object.keys(pagePaths) as PageName[])
    .filter((page) => !personalPages.includes(page))
    .flatMap((page) => findFixedPath(page) ?? [])
    .map((path) => (path === links.home && newest ? [path, newest] : [path]));
}

/** Every listing that has something in it, with the date of its newest piece. */
function listListingEntries(products: readonly SitemapProduct[]): Entry[] {
  const newest = new Map<string, string>();
  for (const { category, subcategory, collection, createdAt } of listNewestOfKinds(products)) {
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

/** Picks the newest of the products that are in the same listings: it says since when these are as they are. */
function listNewestOfKinds(products: readonly SitemapProduct[]): Iterable<SitemapProduct> {
  const newest = new Map<string, SitemapProduct>();
  for (const product of products) {
    const kind = [product.category, product.subcategory, product.collection ?? ""].join("\n");
    const before = newest.get(kind);
    if (!before || product.createdAt > before.createdAt) newest.set(kind, product);
  }
  return newest.values();
}

const toProductEntry = ({ _id, createdAt }: SitemapProduct): Entry => [links.product(_id), createdAt];
