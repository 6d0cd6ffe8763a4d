import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { sendFailurePage } from "./plain-page.ts";
import { sendError } from "../http/envelope.ts";
import { createResponseCache } from "../cache/response-cache.ts";
import { createPageLimit, getPageLimit } from "../limits/rate-limit.ts";
import { servePages } from "./serve-pages.ts";
import type { PageRenderer } from "./page-renderer.ts";

const getWholeAddressKey = (address: string) => ({ address, isBounded: false });
const asPerson = { accept: "text/html" };

async function open({ held = Promise.resolve(), limitLoopback = false } = {}) {
  const made: string[] = [];
  let [now, most] = [0, 0];
  const pageRenderer: PageRenderer = {
    vite: null,
    inlineScripts: [],
    styles: "",
    hasPage: (url) => url.startsWith("/products"),
    writeRobots: async () => "",
    writeSitemap: async () => "",
    close: async () => {},
    draw: async () => ({ status: 200, body: "" }),
    async render(url) {
      made.push(url);
      most = Math.max(most, ++now);
      await held;
      now--;
      if (url === "/products?broken") throw new Error("The thread that renders pages has ended.");
      const status = url === "/products?away" ? 503 : url.startsWith("/products") ? 200 : 404;
      return { status, body: `<p>${url}</p>` };
    },
  };
  const logged: string[] = [];
  const app = Fastify({ logger: { level: "error", stream: { write: (line) => void logged.push(line) } } });
  app.setErrorHandler((cause, request, reply) =>
    sendFailurePage(cause, request, reply) ? reply : sendError(cause, request, reply),
  );
  const config = { profile: "production", limitLoopback } as const;
  servePages(app, {
    pageRenderer,
    responseCache: createResponseCache(getWholeAddressKey),
    headersFor: () => ({}),
    sharedCacheHeaders: {},
    limitPages: createPageLimit(config, () => new Date(0)),
  });
  onTestFinished(() => app.close());
  await app.ready();
  return {
    made,
    logged,
    mostAtOnce: () => most,
    get: (url: string, headers = {}) => app.inject({ url, headers: { ...headers, "accept-encoding": "br" } }),
  };
}

test("T36: of 250 concurrent page requests 103 are rendered, three at a time, and the others get 503 with Retry-After", async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const shop = await open({ held });
  const flood = Array.from({ length: 250 }, (_, number) => shop.get(`/products?minPrice=${number}`));
  const refused = await Promise.race(flood);
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([503, "3"]);
  expect(refused.json()).toMatchObject({ success: false, code: "busy" });
  const person = await shop.get("/products?minPrice=x", asPerson);
  expect([person.statusCode, person.headers["retry-after"]]).toEqual([503, "3"]);
  expect(person.body).toContain("Many people are in the shop right now. Please try again in a moment.");
  expect(person.body).not.toMatch(/success|requestId/);

  release();
  const statuses = (await Promise.all(flood)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(103);
  expect(statuses.filter((status) => status === 503)).toHaveLength(147);
  expect([shop.made.length, shop.mostAtOnce()]).toEqual([103, 3]);
  expect(shop.logged).toEqual([]);
  expect((await shop.get("/products?minPrice=x")).statusCode).toBe(200);
});

test("T36: a page is rendered once for concurrent requests and while it is cached, and all unknown URLs share one rendered 404 page", async () => {
  const shop = await open();
  const requested = ["/products", "/products", "/a", "/b?c=1", "/c%20d"].map((url) => shop.get(url));
  const answers = await Promise.all(requested);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 404, 404, 404]);
  expect((await shop.get("/yet/another")).statusCode).toBe(404);
  expect(shop.made.toSorted()).toEqual(["/no-such-page", "/products"]);
});

test("T27: a page that cannot be rendered because the database is unavailable gets 503 with Retry-After and is not cached", async () => {
  const shop = await open();
  for (let time = 0; time < 2; time++) {
    const { statusCode, headers } = await shop.get("/products?away", asPerson);
    expect([statusCode, headers["retry-after"]]).toEqual([503, "2"]);
  }
  expect(shop.made).toHaveLength(2);
});

test("if the rendering of a page crashes, a browser gets an HTML page with the request id, and other clients get JSON", async () => {
  const shop = await open();
  const { statusCode, headers, body } = await shop.get("/products?broken", asPerson);
  expect([statusCode, headers["cache-control"]]).toEqual([500, "no-store"]);
  expect(body).toContain("<h1>Something went wrong</h1>");
  expect(body).toMatch(/Reference: \S+<.*href="">Try again/s);
  expect(shop.logged.join()).toContain("The thread that renders pages has ended.");
  expect((await shop.get("/products?broken")).json()).toMatchObject({ success: false, code: "internal" });
});

test("T36: an IP address that requests too many uncached pages gets 429, and cached pages do not count", async () => {
  const shop = await open({ limitLoopback: true });
  const { burst } = getPageLimit("production");
  const ask = async (number: number) => (await shop.get(`/products?minPrice=${number}`)).statusCode;
  for (let number = 0; number < burst; number++) expect(await ask(number)).toBe(200);
  const refused = await shop.get("/products?minPrice=new");
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "1"]);
  expect(await ask(burst - 1)).toBe(200);
  expect(shop.made).toHaveLength(burst);
});
