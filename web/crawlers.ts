import type { SitemapProduct } from "#contract/page.ts";
import { listByCategory, listCategories, listProducts, readHomeContent } from "#shop/catalogue/endpoints.ts";
import { getCanonicalListing } from "#shop/catalogue/listing-address.ts";
import { escapeHtml } from "#contract/html.ts";
import { links } from "#contract/links.ts";
import { findPageName, type PageName, pagePaths } from "#contract/page-paths.ts";
import { buildUrl } from "#client/router/location.ts";
import { readSpecialOffer } from "#shop/merchandising/endpoints.ts";
import { listTestimonials } from "#shop/testimonials/endpoints.ts";
import { asidePages, findFixedPath, listPathBeginnings, personalPages } from "./indexing.ts";

export const hasPage = (address: string): boolean =>
  findPageName(buildUrl("http://shop", address).pathname) !== null;

const MAX_ADDRESSES = 50_000;

/** Scripts of public pages request these endpoints, so crawlers that run scripts must be able to request them too. */
const requestedByPages = [
  listProducts,
  listByCategory,
  listCategories,
  readHomeContent,
  readSpecialOffer,
  listTestimonials,
];

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

export function writeSitemap(
  publicUrl: string,
  products: readonly SitemapProduct[],
  part?: number,
): string | null {
  const entries = [
    ...listPageEntries(),
    ...listListingEntries(products),
    ...products.map(({ _id, changedAt }): Entry => [links.product(_id), changedAt]),
  ];
  const parts = Math.ceil(entries.length / MAX_ADDRESSES);
  if (part === undefined && parts > 1) return writeIndex(publicUrl, parts);
  if (part !== undefined && (parts < 2 || part > parts)) return null;
  const from = ((part ?? 1) - 1) * MAX_ADDRESSES;
  const urls = entries.slice(from, from + MAX_ADDRESSES).map(([path, changed]) => {
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

type Entry = [path: string, changed?: string | undefined];

const listPageEntries = (): Entry[] =>
  (Object.keys(pagePaths) as PageName[])
    .filter((page) => !personalPages.includes(page))
    .flatMap((page) => findFixedPath(page) ?? [])
    .map((path) => [path]);

/** Returns the listings without modification times, because each order changes the stock, and with it the listings. */
function listListingEntries(products: readonly SitemapProduct[]): Entry[] {
  const selections = products.flatMap(({ category, subcategory, collection }) => [
    { category },
    { subcategory },
    ...(collection === undefined ? [] : [{ collection }]),
  ]);
  const allProducts = products.length > 0 ? [{}] : [];
  return [...new Set([...allProducts, ...selections].map(getCanonicalListing))].map((path) => [path]);
}
