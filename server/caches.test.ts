import { createServer } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Context } from "#platform/context.ts";
import { createLog } from "#platform/observe/log.ts";
import { readConfig } from "../tests/support/settings.ts";
import { createCacheKeys } from "./caches.ts";
import { createWiring, createFramework } from "./http-server.ts";

const spellings: Record<string, readonly string[]> = {
  category: ["Serveware"],
  subcategory: ["Tray", "Bowl"],
  collection: ["Evening Chai"],
  material: ["Acacia wood", "Teak wood", "Mango wood"],
};
const names = {
  spelling: (kind: string, name: string) =>
    spellings[kind]?.find((known) => known.toLowerCase() === name.trim().toLowerCase()),
  list: () => [],
  hasProduct: (id: string) => id === "bowl",
  // The catalogue has 60 products, and every filter matches 30 of them.
  count: (query?: object) => (query && Object.keys(query).length > 0 ? 30 : 60),
};
const keyOf = createCacheKeys(() => names);

describe("T36: URLs with the same response have one cache key", () => {
  test.each([
    [
      "/products?subcategory=Tray",
      "/products?subcategory=tray&",
      "/products/?x=1&subcategory=%20TRAY&utm_source=letter",
      "/PRODUCTS?subcategory=Tray&minPrice=-5&maxPrice=cheap&sortOption=nonsense&page=0&material=",
      "/products?category=&page=1&subcategory=Bowl&subcategory=Tray&sortOption=latest",
    ],
    ["/wooden-bowls", "/wooden-bowls?subcategory=bowl", "/Wooden-Bowls/?page=abc", "/wooden%2Dbowls"],
    [
      "/products?material=Acacia%20wood%2CTeak%20wood&minPrice=100&sortOption=Price%20low%20to%20high",
      "/products?sortOption=Price-low-to-High&minPrice=0100.00&material=teak+wood,ACACIA wood",
      "/products?material=Teak+wood&minPrice=100&material=Acacia+wood&material=Teak+wood&sortOption=price low to high",
    ],
    ["/products?page=3", "/products?page=99999", "/products?page=4&limit=2"],
    [
      "/products?subcategory=Tray&page=2",
      "/products?page=3&subcategory=tray",
      "/products?page=777&subcategory=Tray",
    ],
    ["/contact-us", "/CONTACT-us/?redirect=/x", "/contact%2dus?q=1"],
    ["/cartPage", "/cartpage?page=2"],
    ["/product-info/bowl", "/product-info/%62owl/?page=2", "/Product-Info/bowl"],
    ["/log-in?after=registered&redirect=%2Fcart", "/log-in?redirect=/cart&after=registered&page=3"],
    ["/api/products/list", "/api/products/list/?x=1"],
    [
      "/api/products/list?limit=60&page=1",
      "/api/products/list/?page=1&limit=60",
      "/api/products/list?x=2&limit=99999",
    ],
    [
      "/api/products/listByCategory?subcategory=Tray&limit=24&page=2",
      "/api/products/listByCategory?page=2&limit=24&minPrice=x&subcategory=tray",
    ],
    ["/api/products/listByCategory?limit=24&page=4", "/api/products/listByCategory?limit=24&page=99999"],
    ["/api/products/search?q=teak%20bowl", "/api/products/search?q=+TEAK,+bowl!&page=2"],
    ["/api/storefront", "/api/storefront?nocache=1", "/api/storefront#1", "/api/storefront#?x"],
  ])("other spellings of the URL %s have the same cache key", (address, ...alike) => {
    expect(keyOf(address).address).toBe(address);
    for (const other of alike) expect(keyOf(other), other).toEqual(keyOf(address));
  });
});

test.each(["q=%FFbowl", "q=%C3%28bowl", "q=bowl%", "q=%E0%A4%Abowl", "?q=bowl", "%FF=1&q=bowl"])(
  "a search with the query %s is cached under the words that the API searches for, so it cannot replace the cached results of other words (T20)",
  async (query) => {
    const context = { config: readConfig({}), log: createLog("silent") } as Context;
    const app = createFramework(context, createServer(), createWiring());
    onTestFinished(() => app.close());
    app.get("/api/products/search", (request, reply) => reply.send(request.query));
    const url = `/api/products/search?${query}`;
    const { q = "" } = (await app.inject(url)).json<{ q?: string }>();
    expect(keyOf(url)).toEqual(keyOf(`/api/products/search?${new URLSearchParams({ q }).toString()}`));
  },
);

test.each([
  ["/products", "/products?subcategory=Tray"],
  ["/products?subcategory=Tray", "/products?category=Tray"],
  ["/products?minPrice=5", "/products?maxPrice=5"],
  ["/products?page=2", "/products?page=3"],
  ["/wooden-bowls", "/wooden-bowls?subcategory=Tray"],
  ["/product-info/bowl", "/product-info/Bowl"],
  ["/product-info/a", "/product-info/a%2Fb"],
  ["/log-in?redirect=/cart", "/sign-up?redirect=/cart"],
  ["/api/products/list", "/api/products/list?limit=24"],
  // A list with a limit also contains the counts for the filters, so its key differs from the full list's.
  ["/api/products/list", "/api/products/list?limit=60"],
  ["/api/products/list?page=1", "/api/products/list?limit=24&page=1"],
  ["/api/products/list?limit=24", "/api/products/list?limit=24&page=2"],
  // The schema rejects `page=x`, so it must not get a cached response.
  ["/api/products/list", "/api/products/list?page=x"],
  ["/api/products/list", "/api/products/list?page=1&page=1"],
  ["/api/products/search", "/api/products/search?q=&q="],
])("the URLs %s and %s have different cache keys", (one, other) => {
  expect(keyOf(one).address).not.toBe(keyOf(other).address);
});

test("T36: URLs of the catalogue are cached separately from URLs that a visitor can invent", () => {
  const bounded = ["/", "/contact-us", "/products?subcategory=tray&page=2", "/product-info/bowl"];
  const calls =
    "/api/storefront /api/products/list /api/products/listByCategory?limit=24&page=9 /api/reviews/bowl".split(
      " ",
    );
  for (const address of [...bounded, ...calls]) expect(keyOf(address).isBounded, address).toBe(true);
  for (const address of "/products?subcategory=random /products?material=Oak /products?collection=x /products?minPrice=17 /product-info/none /order-details/TRV-1 /log-in?redirect=/x /%E0%A4%A //x/products /api/products/search?q=teak /api/products/list?limit=7 /api/products/list?page=x /api/reviews/none".split(
    " ",
  ))
    expect(keyOf(address).isBounded, address).toBe(false);
});

test.each([
  ["/", "page home"],
  ["/products?page=2", "page listing"],
  ["/Product-Info/bowl", "page product"],
  ["/api/reviews/bowl", "product bowl"],
  ["/api/reviews/none", "step product"],
  ["/api/products/search?q=+Zebra,", "search zebra"],
  ["/api/products/search?q=", undefined],
  ["/api/products/search?q=asha@iitb.ac.in", undefined],
  ["/api/products/search?q=my+mail+asha%40zoho.eu", undefined],
  ["/api/products/search?q=asha%EF%BC%A0zoho.eu", undefined],
  ["/api/products/listByCategory?search=Zebra+&page=1&limit=24", "search zebra"],
  ["/api/products/listByCategory?search=asha@iitb.ac.in", undefined],
  ["/api/products/list/bowl", undefined],
  ["/no-such-page", undefined],
])("a request for %s is counted as: %s (undefined: not counted)", (address, visit) => {
  expect(keyOf(address).visit).toEqual(visit);
});

test("a visit to a search page counts as a page and as a search, and its cache key differs from that of the page with all products (§2.2, T48)", () => {
  expect(keyOf("/products?search=Teak++tray")).toEqual({
    address: "/products?search=Teak%20tray",
    isBounded: false,
    visit: "page listing",
    search: "search teak tray",
  });
  expect(keyOf("/products?search=asha@iitb.ac.in")).not.toHaveProperty("search");
  expect(keyOf("/products?search=%25").address).toBe("/products");
});

test("T48: a search for an e-mail address and a search for the same words have different cache keys", () => {
  const written = keyOf("/api/products/search?q=Asha@zoho.eu").address;
  expect(written).not.toBe(keyOf("/api/products/search?q=asha+zoho+eu").address);
  expect(keyOf(written)).toEqual({ address: written, isBounded: false });
});
