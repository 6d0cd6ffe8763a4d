import { expect, test } from "vitest";
import { writeRobots, writeSitemap } from "./crawlers.ts";

const publicUrl = "https://shop.example";
const createPiece = (id: string, subcategory: string, changedAt?: string, collection?: string) => ({
  _id: id,
  category: "Serveware",
  subcategory,
  changedAt,
  ...(collection && { collection }),
});
const products = [
  createPiece("teak-bowl", "Bowl", "2026-03-01T00:00:00.000Z", "Host's Board"),
  createPiece("acacia-bowl", "Bowl", "2026-01-01T00:00:00.000Z"),
  createPiece("fruit-bowl", "Fruit Bowl"),
];
const parse = (text: string | null) => new DOMParser().parseFromString(text ?? "", "application/xml");
const readSitemap = () => {
  const xml = parse(writeSitemap(publicUrl, products));
  return new Map(
    [...xml.querySelectorAll("url")].map((url) => [
      url.querySelector("loc")?.textContent.replace(publicUrl, ""),
      url.querySelector("lastmod")?.textContent ?? null,
    ]),
  );
};

test("the sitemap contains exactly all products, listings with products and public pages, but no empty listing and no private page", () => {
  const urls = readSitemap();
  expect([...urls]).toEqual(
    expect.arrayContaining([
      ["/", null],
      ["/our-story", null],
      ["/products", null],
      ["/wooden-bowls", null],
      ["/products?subcategory=Fruit%20Bowl", null],
      ["/products?collection=Host's%20Board", null],
    ]),
  );
  expect([...urls].filter(([path]) => path?.startsWith("/product-info/"))).toEqual([
    ["/product-info/teak-bowl", "2026-03-01T00:00:00.000Z"],
    ["/product-info/acacia-bowl", "2026-01-01T00:00:00.000Z"],
    ["/product-info/fruit-bowl", null],
  ]);
  for (const path of ["/wooden-platters", "/cart", "/log-in", "/feedback-form", "/product-1", "/about-us"]) {
    expect(urls.has(path)).toBe(false);
  }
});

test("the sitemap contains the last change of each product, or no date if it is unknown", () => {
  const urls = readSitemap();
  expect(urls.get("/product-info/teak-bowl")).toBe("2026-03-01T00:00:00.000Z");
  expect([...urls].filter(([path, changed]) => changed && !path?.startsWith("/product-info/"))).toEqual([]);
});

test("robots.txt disallows the visitor's own pages and no page of the sitemap", () => {
  const lines = writeRobots(publicUrl).split("\n");
  expect(lines).toContain(`Sitemap: ${publicUrl}/sitemap.xml`);
  const shut = lines
    .filter((line) => line.startsWith("Disallow: "))
    .map((line) => line.slice("Disallow: ".length));
  expect(shut).toEqual(
    expect.arrayContaining([
      "/api/",
      "/cart",
      "/checkout",
      "/orders",
      "/address",
      "/account/addresses",
      "/order-details/",
    ]),
  );
  // Crawlers read the `noindex` of a page only if they may request the page.
  expect(shut).not.toContain("/log-in");
  for (const path of readSitemap().keys())
    expect(shut.filter((beginning) => path?.startsWith(beginning))).toEqual([]);
});
