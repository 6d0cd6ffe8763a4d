import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { getEndOfDay } from "#contract/dates.ts";
import { escapeHtml } from "#contract/html.ts";
import { links } from "#contract/links.ts";
import { type Paise, toRupees } from "#contract/money.ts";
import { DAY } from "#contract/time.ts";
import type { ResponseCache } from "#platform/cache/response-cache.ts";
import type { Context } from "#platform/context.ts";
import { withOwnTimeBudget } from "#platform/database/query-watchdog.ts";
import { splitIntoChunks } from "#platform/database/statement.ts";
import { answerHeaders } from "#platform/http/security-headers.ts";
import { formatPlainCsv } from "#platform/storage/csv.ts";
import { getLeadDays, isSoldOut } from "#shop/inventory/stock.ts";
import { calculateInclusivePrice } from "#shop/pricing/gst.ts";
import { calculateInclusiveShipping } from "#shop/pricing/shipping-fee.ts";
import { getTaxRates } from "#shop/pricing/server/index.ts";
import { getShopName } from "#shop/seller/server/index.ts";
import { getOriginalPrice, getPrice } from "../price.ts";
import { getGallery, type Product, toSharedImage } from "../product.ts";
import { DEFAULT_SORTING } from "../sorting.ts";
import { addOwnRates } from "./products/find-products.ts";
import { readWholeProducts } from "./snapshot/product-cache.ts";
import { getSnapshot } from "./snapshot/snapshot.ts";

type FeedItem = NonNullable<ReturnType<typeof toItem>>;

interface Feed {
  type: string;
  begin(shop: { name: string; url: string; hasShippingFee: boolean }): string;
  format(items: readonly FeedItem[]): string;
  end: string;
}

/** The lower of the limits of Google and Meta for each field, in characters. */
const MAX_LENGTHS = { id: 50, description: 5_000, brand: 70, material: 200 };

const MAX_IMAGES = 11;

/** Serves the product lists for Google and Meta. Short lists are cached until the catalogue or the day changes. */
export function serveFeeds(
  app: FastifyInstance,
  context: Context,
  {
    responseCache,
    headers: shared,
  }: { responseCache: ResponseCache; headers: Readonly<Record<string, string>> },
): void {
  const headers = { ...answerHeaders, ...shared, "x-robots-tag": "noindex" };
  for (const [url, feed] of Object.entries(feeds))
    app.get(url, async (_request, reply) => {
      const version = responseCache.version();
      if (getSnapshot(context).products.listBy(DEFAULT_SORTING).length > MAX_CACHED)
        return reply
          .headers(headers)
          .type(feed.type)
          .send(Readable.from(writeFeed(context, feed)));
      let body = "";
      for await (const part of writeFeed(context, feed)) body += part;
      responseCache.set(url, version, { type: feed.type, headers, body });
      if (responseCache.serve(reply.raw.req, reply.raw)) return reply.hijack();
      return reply.headers(headers).type(feed.type).send(body);
    });
}

const MAX_CACHED = 2_000;

async function* writeFeed(context: Context, feed: Feed): AsyncGenerator<string> {
  const { publicUrl } = context.config;
  const name = getShopName(context);
  const hasShippingFee = getTaxRates(context).shipping !== undefined;
  yield feed.begin({ name, url: publicUrl, hasShippingFee });
  for (const chunk of splitIntoChunks(getSnapshot(context).products.listBy(DEFAULT_SORTING))) {
    const products = await withOwnTimeBudget(() => readWholeProducts(context.db, chunk));
    yield feed.format(
      addOwnRates(context, products).flatMap((product) => toItem(context, product, name) ?? []),
    );
  }
  yield feed.end;
}

function toItem(context: Context, product: Product, name: string) {
  const { publicUrl } = context.config;
  const toAbsolute = (href: string) => URL.parse(href, publicUrl)?.href ?? null;
  const images = getGallery(product)
    .flatMap((image) => toAbsolute(toSharedImage(image, product.title).href) ?? [])
    .filter((href) => /^https?:/.test(href));
  if (images.length === 0) return null;
  const [price, original] = [getPrice(product), getOriginalPrice(product)];
  const rates = getTaxRates(context);
  const formatInr = (paise: Paise) => `${toRupees(paise).toFixed(2)} INR`;
  // Indian law requires prices with GST.
  const format = (paise: Paise) => formatInr(calculateInclusivePrice(paise, rates, product));
  const isBackordered = product.supply?.ready === 0;
  // The date changes only once a day, because the lists are cached.
  const availableOn = getEndOfDay(context.now()).getTime() + getLeadDays(product) * DAY;
  const availability: keyof typeof metaAvailability = isSoldOut(product)
    ? "out_of_stock"
    : isBackordered
      ? "backorder"
      : "in_stock";
  return {
    id: toFeedId(product._id),
    title: product.title,
    description: shorten(product.description, MAX_LENGTHS.description),
    availability,
    condition: "new",
    price: format(original ?? price),
    sale_price: original === null ? null : format(price),
    link: publicUrl + links.product(product._id),
    image_link: images[0],
    additional_image_link: images.slice(1, MAX_IMAGES),
    brand: shorten(name, MAX_LENGTHS.brand),
    gtin: product.gtin13,
    mpn: product.mpn,
    product_type: `${product.category} > ${product.subcategory}`,
    material: shorten(product.materials.join("/"), MAX_LENGTHS.material),
    shipping: rates.shipping ? formatInr(calculateInclusiveShipping(price, rates, product)) : null,
    availability_date: isBackordered ? new Date(availableOn).toISOString() : null,
    identifier_exists: product.gtin13 || product.mpn ? null : "no",
  };
}

/** Long ids are shortened, but they stay unique and never change. */
function toFeedId(id: string): string {
  if (id.length <= MAX_LENGTHS.id) return id;
  const hash = createHash("sha256").update(id).digest("hex").slice(0, 8);
  return `${id.slice(0, MAX_LENGTHS.id - hash.length - 1)}-${hash}`;
}

function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const shortened = text.slice(0, maxLength - 1).replace(/\s+\S*$/, "");
  return `${shortened}…`;
}

const toXml = (text: string): string =>
  escapeHtml(text.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ""));

function formatElement(name: string, value: string): string {
  const content = name === "shipping" ? `<g:country>IN</g:country><g:price>${value}</g:price>` : toXml(value);
  return `<g:${name}>${content}</g:${name}>`;
}

const metaAvailability = {
  in_stock: "in stock",
  out_of_stock: "out of stock",
  backorder: "available for order",
};

const metaColumns = [
  "id",
  "title",
  "description",
  "availability",
  "condition",
  "price",
  "sale_price",
  "link",
  "image_link",
  "additional_image_link",
  "brand",
  "gtin",
  "mpn",
  "product_type",
  "material",
] satisfies (keyof FeedItem)[];

function formatMetaRow({ shipping, ...item }: FeedItem): string[] {
  const fields = { ...item, availability: metaAvailability[item.availability] };
  return [
    ...metaColumns.map((name) => [fields[name] ?? []].flat().join(",")),
    ...(shipping === null ? [] : [`IN::Standard:${shipping}`]),
  ];
}

/** Do not change the paths, because owners have entered them at Google and Meta. */
const feeds: Readonly<Record<string, Feed>> = {
  "/feeds/google.xml": {
    type: "application/xml; charset=utf-8",
    begin: ({ name, url }) =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<rss xmlns:g="http://base.google.com/ns/1.0" version="2.0">\n<channel>\n` +
      `<title>${toXml(name)}</title>\n<link>${toXml(url)}</link>\n<description>${toXml(`All products of ${name}`)}</description>\n`,
    format: (items) =>
      items
        .map((item) => {
          const elements = Object.entries(item).flatMap(([name, value]) =>
            [value ?? []].flat().map((text) => formatElement(name, text)),
          );
          return `<item>${elements.join("")}</item>\n`;
        })
        .join(""),
    end: "</channel>\n</rss>\n",
  },
  "/feeds/meta.csv": {
    type: "text/csv; charset=utf-8",
    begin: ({ hasShippingFee }) => `${[...metaColumns, ...(hasShippingFee ? ["shipping"] : [])].join(",")}\n`,
    format: (items) => (items.length === 0 ? "" : `${formatPlainCsv(items.map(formatMetaRow))}\n`),
    end: "",
  },
};
