import { getEndOfDay } from "#contract/dates.ts";
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createResponseCache, createStoredResponses, type ResponseCache } from "./response-cache.ts";
import { createEntry } from "./cached-response.ts";

const page = { type: "text/html", headers: { "cache-control": "no-cache" }, body: "<p>Teak</p>".repeat(500) };

/** Responses differ only by `page`, and only the first nine pages are bounded. */
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

test("sends a cached response in the encoding that the browser accepts, and 304 when the browser has it", async () => {
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

test("an address with parameters that change nothing has the same answer", async () => {
  const responseCache = createResponseCache(getPageKey);
  responseCache.set("/products?page=2", responseCache.version(), page);
  const at = await open(responseCache);
  expect((await fetch(`${at}/products?utm_source=letter&page=2`)).status).toBe(200);
  expect((await fetch(`${at}/products?page=3`)).status).toBe(404);
});

test("an address that was asked for before means what it means in the present version", async () => {
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

test("an answer composed before the cache was cleared is not stored", async () => {
  const responseCache = createResponseCache();
  const composedIn = responseCache.version();
  responseCache.clear();
  responseCache.set("/", composedIn, page);
  expect((await fetch(await open(responseCache))).status).toBe(404);
});

test("a text is compressed when it is asked for so: lightly first, better once it is asked for again", async () => {
  const responseCache = createResponseCache();
  const body = Array.from(
    { length: 3_000 },
    (_, index) => `<p>${index % 97} bowls of ${index % 89}</p>`,
  ).join("");
  responseCache.set("/", responseCache.version(), { ...page, body });
  const at = await open(responseCache);
  const sizeOf = async () => {
    const answer = await fetch(at, { headers: { "accept-encoding": "br" } });
    expect(answer.headers.get("content-encoding")).toBe("br");
    expect(await answer.text()).toBe(body);
    return Number(answer.headers.get("content-length"));
  };
  const first = await sizeOf();
  expect(await sizeOf()).toBe(first);
  await expect.poll(sizeOf).toBeLessThan(first);
});

test("T36: made-up addresses push out one another, never the catalogue's own", async () => {
  const responseCache = createResponseCache(getPageKey);
  responseCache.set("/products?page=1", responseCache.version(), page);
  for (let made = 10; made < 260; made++) {
    responseCache.set(`/products?page=${made}`, responseCache.version(), page);
    // Requested in between, so that it is not the least recently used.
    if (made % 50 === 0) expect(await fetchStatus(responseCache, "/products?page=10")).toBe(200);
  }
  expect(await fetchStatus(responseCache, "/products?page=1")).toBe(200);
  expect(await fetchStatus(responseCache, "/products?page=259")).toBe(200);
  expect(await fetchStatus(responseCache, "/products?page=10")).toBe(200);
  expect(await fetchStatus(responseCache, "/products?page=11")).toBe(404);
});

test("T36: the cache is bounded by its bytes as well", async () => {
  const responseCache = createResponseCache();
  const megabytes = { type: "image/png", headers: {}, body: randomBytes(10 * 1024 * 1024) };
  for (let number = 0; number < 6; number++)
    responseCache.set(`/${number}`, responseCache.version(), megabytes);
  const statuses = await Promise.all([0, 1, 2, 5].map((number) => fetchStatus(responseCache, `/${number}`)));
  expect(statuses).toEqual([404, 404, 200, 200]);
});

test("T36: sends texts uncompressed when too many are being compressed", async () => {
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

test("an answer keeps its status, and is sent uncompressed to a browser that takes it so", async () => {
  const responseCache = createResponseCache();
  responseCache.set("/none", responseCache.version(), { ...page, status: 404 });
  const headers = { "accept-encoding": "identity" };
  const answer = await fetch(`${await open(responseCache)}/none`, { headers });
  const encoding = answer.headers.get("content-encoding");
  expect([answer.status, encoding, await answer.text()]).toEqual([404, null, page.body]);
});

async function fetchStatus(responseCache: ResponseCache, address: string): Promise<number> {
  return (await fetch(`${await open(responseCache)}${address}`)).status;
}

const MEGABYTE = 1024 * 1024;

/** A response with an unbounded URL: these have 4 MB of space. */
const createAnswer = (address: string, bytes: number) =>
  createEntry(
    { address, isBounded: false },
    { type: "text/html", headers: {}, body: Buffer.alloc(bytes, "x") },
  );

test("a response larger than the store evicts no other, and an empty response is stored too", () => {
  const stored = createStoredResponses();
  for (const [address, bytes] of [
    ["/empty", 0],
    ["/small", MEGABYTE],
    ["/huge", 5 * MEGABYTE],
  ] as const)
    stored.add(createAnswer(address, bytes));
  expect(["/empty", "/small", "/huge"].map((address) => stored.find(address) !== undefined)).toEqual([
    true,
    true,
    false,
  ]);
});

test("an answer that has grown pushes out those used before it; one that was dropped does not come back", () => {
  const stored = createStoredResponses();
  const [first, second] = [createAnswer("/first", MEGABYTE), createAnswer("/second", MEGABYTE)];
  stored.add(first);
  stored.add(second);
  second.bytes = 4 * MEGABYTE;
  stored.countAgain(second);
  expect(stored.find("/first")).toBeUndefined();
  expect(stored.find("/second")).toBe(second);
  stored.countAgain(first);
  expect(stored.find("/first")).toBeUndefined();
});

test("no answer outlives its expiry, here the shop's day, not even one that was composed before its end and comes after it", async () => {
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
