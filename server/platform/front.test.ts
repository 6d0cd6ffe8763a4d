import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createFront, type Front } from "./front.ts";

const page = { type: "text/html", headers: { "cache-control": "no-cache" }, body: "<p>Teak</p>".repeat(500) };

async function open(front: Front): Promise<string> {
  const server = createServer((request, response) => {
    if (!front.serve(request, response)) response.writeHead(404).end();
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("what was kept comes compressed as the browser asks, and not at all when the browser has it", async () => {
  const front = createFront(["page"]);
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
  const front = createFront(["page"]);
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
