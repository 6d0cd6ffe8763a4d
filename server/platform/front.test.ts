import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createFront, type Front } from "./front.ts";

const page = { type: "text/html", headers: { "cache-control": "no-cache" }, body: "<p>Teak</p>".repeat(500) };

/** Answers differ by `page` alone, and the first nine pages are bounded in number. */
const byPage = (url: string) => {
  const { pathname, searchParams } = new URL(url, "http://shop");
  const page = searchParams.get("page");
  return { address: page ? `${pathname}?page=${page}` : pathname, isBounded: (page ?? "").length < 2 };
};

async function open(front: Front): Promise<string> {
  const server = createServer((request, response) => {
    if (!front.serve(request, response)) response.writeHead(404).end();
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("what was kept comes compressed as the browser asks, and not at all when the browser has it", async () => {
  const front = createFront(byPage);
  await front.keep("/products", front.edition(), page);
  const at = await open(front);
  const squeezed = await fetch(`${at}/products`, { headers: { "accept-encoding": "gzip" } });
  expect(squeezed.headers.get("content-encoding")).toBe("gzip");
  expect(await squeezed.text()).toBe(page.body);
  const etag = squeezed.headers.get("etag") ?? "";
  const again = { "accept-encoding": "gzip", "if-none-match": etag };
  expect((await fetch(`${at}/products`, { headers: again })).status).toBe(304);
});

test("what makes no difference to the answer makes none to its address", async () => {
  const front = createFront(byPage);
  await front.keep("/products?page=2", front.edition(), page);
  const at = await open(front);
  expect((await fetch(`${at}/products?utm_source=letter&page=2`)).status).toBe(200);
  expect((await fetch(`${at}/products?page=3`)).status).toBe(404);
});

test("an answer composed before the window was cleared is not hung into it", async () => {
  const front = createFront();
  const composedIn = front.edition();
  const keeping = front.keep("/", composedIn, page);
  front.clear();
  await keeping;
  await front.keep("/", composedIn, page);
  expect((await fetch(await open(front))).status).toBe(404);
});

test("what many bring at once is there for all of them", async () => {
  const front = createFront();
  const bring = () => front.keep("/", front.edition(), page);
  await Promise.all(Array.from({ length: 20 }, bring));
  const answer = await fetch(await open(front), { headers: { "accept-encoding": "br" } });
  expect(await answer.text()).toBe(page.body);
});

test("T36: made-up addresses push out one another, never the catalogue's own", async () => {
  const front = createFront(byPage);
  await front.keep("/products?page=1", front.edition(), page);
  for (let made = 10; made < 260; made++) {
    await front.keep(`/products?page=${made}`, front.edition(), page);
    // Asked for in between, so it is not the one used longest ago.
    if (made % 50 === 0) expect(await statusOf(front, "/products?page=10")).toBe(200);
  }
  expect(await statusOf(front, "/products?page=1")).toBe(200);
  expect(await statusOf(front, "/products?page=259")).toBe(200);
  expect(await statusOf(front, "/products?page=10")).toBe(200);
  expect(await statusOf(front, "/products?page=11")).toBe(404);
});

test("T36: what is kept is bounded by its bytes as well", async () => {
  const front = createFront();
  const megabytes = { type: "image/png", headers: {}, body: randomBytes(10 * 1024 * 1024) };
  for (let number = 0; number < 6; number++) await front.keep(`/${number}`, front.edition(), megabytes);
  const statuses = await Promise.all([0, 1, 2, 5].map((number) => statusOf(front, `/${number}`)));
  expect(statuses).toEqual([404, 404, 200, 200]);
});

test("T36: of many answers at once those beyond the queue are not kept, and nothing breaks", async () => {
  const front = createFront();
  const many = Array.from({ length: 200 }, (_, number) => front.keep(`/${number}`, front.edition(), page));
  await Promise.all(many);
  expect(await statusOf(front, "/0")).toBe(200);
  expect(await statusOf(front, "/199")).toBe(404);
  await front.keep("/199", front.edition(), page);
  expect(await statusOf(front, "/199")).toBe(200);
});

test("an answer keeps its status, and comes as it is for who takes it so", async () => {
  const front = createFront();
  await front.keep("/none", front.edition(), { ...page, status: 404 });
  const answer = await fetch(`${await open(front)}/none`, { headers: { "accept-encoding": "identity" } });
  expect([answer.status, answer.headers.get("content-encoding"), await answer.text()]).toEqual([
    404,
    null,
    page.body,
  ]);
});

async function statusOf(front: Front, address: string): Promise<number> {
  return (await fetch(`${await open(front)}${address}`)).status;
}
