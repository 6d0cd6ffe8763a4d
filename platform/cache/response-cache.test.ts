import { getEndOfDay } from "#contract/dates.ts";
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createResponseCache, type ResponseCache } from "./response-cache.ts";

const page = { type: "text/html", headers: { "cache-control": "no-cache" }, body: "<p>Teak</p>".repeat(500) };

const getPageKey = (url: string) => {
  const { pathname, searchParams } = new URL(url, "http://shop");
  const page = searchParams.get("page");
  return { address: page ? `${pathname}?page=${page}` : pathname, isBounded: (page ?? "").length < 2 };
};

async function open(responseCache: ResponseCache): Promise<string> {
  const server = createServer((request, response) => {
    if (!responseCache.serve(request, response)) response.writeHead(404).end();
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("a cached response is sent in an encoding that the browser accepts, or as 304 if the browser has it", async () => {
  const responseCache = createResponseCache(getPageKey);
  responseCache.set("/products", responseCache.version(), page);
  const at = await open(responseCache);
  const compressed = await fetch(`${at}/products`, { headers: { "accept-encoding": "gzip" } });
  expect(compressed.headers.get("content-encoding")).toBe("gzip");
  expect(await compressed.text()).toBe(page.body);
  const etag = compressed.headers.get("etag") ?? "";
  const again = { "accept-encoding": "gzip", "if-none-match": etag };
  expect((await fetch(`${at}/products`, { headers: again })).status).toBe(304);
});

test("after the response cache is cleared, a URL no longer uses its old cache key", async () => {
  let isSold = true;
  const responseCache = createResponseCache((url) => ({
    address: isSold ? (url.split("?", 1)[0] ?? url) : "/gone",
    isBounded: true,
  }));
  responseCache.set("/bowl", responseCache.version(), page);
  const at = await open(responseCache);
  expect((await fetch(`${at}/bowl?ref=mail`)).status).toBe(200);
  isSold = false;
  responseCache.clear();
  responseCache.set("/bowl", responseCache.version(), { ...page, status: 410 });
  expect((await fetch(`${at}/bowl?ref=mail`)).status).toBe(410);
});

test("a response that was computed before the cache was cleared is not cached", async () => {
  const responseCache = createResponseCache();
  const composedIn = responseCache.version();
  responseCache.clear();
  responseCache.set("/", composedIn, page);
  expect((await fetch(await open(responseCache))).status).toBe(404);
});

test("T36: cached responses for URLs that visitors invent evict each other, but never a page of the catalogue", async () => {
  const responseCache = createResponseCache(getPageKey);
  responseCache.set("/products?page=1", responseCache.version(), page);
  for (let made = 10; made < 260; made++) {
    responseCache.set(`/products?page=${made}`, responseCache.version(), page);
    // Requests this page regularly, so that its entry is never the least recently used.
    if (made % 50 === 0) expect(await fetchStatus(responseCache, "/products?page=10")).toBe(200);
  }
  expect(await fetchStatus(responseCache, "/products?page=1")).toBe(200);
  expect(await fetchStatus(responseCache, "/products?page=259")).toBe(200);
  expect(await fetchStatus(responseCache, "/products?page=10")).toBe(200);
  expect(await fetchStatus(responseCache, "/products?page=11")).toBe(404);
});

test("T36: the cache has a size limit in bytes, and new responses evict the oldest responses", async () => {
  const responseCache = createResponseCache();
  const megabytes = { type: "image/png", headers: {}, body: randomBytes(10 * 1024 * 1024) };
  for (let number = 0; number < 6; number++)
    responseCache.set(`/${number}`, responseCache.version(), megabytes);
  const statuses = await Promise.all([0, 1, 2, 5].map((number) => fetchStatus(responseCache, `/${number}`)));
  expect(statuses).toEqual([404, 404, 200, 200]);
});

test("T36: text is sent uncompressed when too many responses are being compressed", async () => {
  const responseCache = createResponseCache();
  const addresses = Array.from({ length: 40 }, (_, number) => `/${number}`);
  const body = randomBytes(500_000).toString("base64");
  for (const address of addresses) responseCache.set(address, responseCache.version(), { ...page, body });
  const at = await open(responseCache);
  const answers = await Promise.all(
    addresses.map((address) => fetch(at + address, { headers: { "accept-encoding": "br" } })),
  );
  const encodings = answers.map(({ headers }) => headers.get("content-encoding"));
  expect(encodings).toContain("br");
  expect(encodings).toContain(null);
  for (const answer of answers) expect((await answer.text()) === body).toBe(true);
});

async function fetchStatus(responseCache: ResponseCache, address: string): Promise<number> {
  return (await fetch(`${await open(responseCache)}${address}`)).status;
}

test("no cached response is sent after the end of the day, not even a response computed before midnight and stored later", async () => {
  let now = new Date("2026-12-31T18:29:59.999Z");
  const responseCache = createResponseCache(undefined, {
    expiry: { now: () => now, findEnd: getEndOfDay },
  });
  responseCache.set("/", responseCache.version(), page);
  const at = await open(responseCache);
  expect((await fetch(`${at}/`)).status).toBe(200);
  const composedIn = responseCache.version();
  now = new Date("2026-12-31T18:30:00.000Z");
  expect((await fetch(`${at}/`)).status).toBe(404);
  responseCache.set("/", composedIn, page);
  expect((await fetch(`${at}/`)).status).toBe(404);
  responseCache.set("/", responseCache.version(), page);
  expect((await fetch(`${at}/`)).status).toBe(200);
});
