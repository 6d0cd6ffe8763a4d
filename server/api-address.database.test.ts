import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { buildGuestPageHeaders, pageHeaders, withApi } from "#platform/http/security-headers.ts";
import type { Config } from "#platform/config/config.ts";
import { readJsonBodies } from "#platform/http/json-bodies.ts";
import { CONTACT_LIMIT } from "../shop/contact/server/contact-messages.ts";
import { createTestContext, type TestContext } from "../tests/support/database.ts";
import { stockProducts } from "../tests/support/products.ts";
import { registrationForm } from "../tests/support/samples.ts";
import { createCaches } from "./caches.ts";
import { createHttpServer, createWiring, createFramework } from "./http-server.ts";
import { serveCalls } from "./serve-shop.ts";

const SHOP = "https://shop.example";
const TWO_ORIGINS = { publicUrl: SHOP, apiUrl: "https://api.shop.example", profile: "production" } as const;

let shop: Awaited<ReturnType<typeof openCalls>>;
beforeAll(async () => void (shop = await openCalls(TWO_ORIGINS)));
afterAll(() => shop.close());

async function openCalls(config: Partial<Config>) {
  const context: TestContext = await createTestContext({ config: { ...config, limitLoopback: true } });
  await stockProducts(context, [{ id: "acacia-bowl" }]);
  const [wiring, caches] = [createWiring(), createCaches(context)];
  const state = { mayAnswer: true };
  wiring.mayAnswer = () => state.mayAnswer;
  const http = createHttpServer(context, wiring, [caches.answers, caches.files]);
  const app = createFramework(context, http, wiring);
  readJsonBodies(app);
  await serveCalls(app, context, caches);
  await app.listen({ port: 0, host: "127.0.0.1" });
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return {
    state,
    /** Sends a request as a browser does, and closes the connection at once. */
    async askAndLeave(path: string) {
      const socket = connect((http.address() as AddressInfo).port, "127.0.0.1").on("error", () => {});
      await once(socket, "connect");
      socket.write(`GET ${path} HTTP/1.1\r\nHost: shop\r\nUser-Agent: Mozilla/5.0\r\n\r\n`, () =>
        socket.resetAndDestroy(),
      );
      await once(socket, "close");
    },
    /** Sends a request as a page of `origin` does; without an origin, as a program does. */
    ask: (path: string, origin: string | null, { method = "GET", headers = {}, body }: Asked = {}) =>
      fetch(url + path, {
        method,
        headers: {
          ...(origin !== null && { origin }),
          ...(body !== undefined && { "content-type": "application/json" }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    async close() {
      await app.close();
      await context.close();
    },
  };
}

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

const readAccess = ({ headers }: Response) => [
  headers.get("access-control-allow-origin"),
  headers.get("access-control-allow-credentials"),
];
const ALLOWED = [SHOP, "true"];
const NOBODY = [null, null];

const FOREIGN = [
  "https://evil.example",
  "null",
  "*",
  "http://shop.example",
  "https://shop.example:8443",
  "https://shop.example.evil.example",
  "https://evilshop.example",
  "https://api.shop.example",
  "https://SHOP.example",
  "https://shop.example/",
];

const PREFLIGHT = {
  method: "OPTIONS",
  headers: {
    "access-control-request-method": "PATCH",
    "access-control-request-headers": "authorization,content-type",
  },
};

describe("an API with its own origin (D90)", () => {
  test("a page of the shop may call the API with cookies and read its responses", async () => {
    const response = await shop.ask("/api/categories", SHOP);
    expect([response.status, readAccess(response)]).toEqual([200, ALLOWED]);
    expect(response.headers.get("access-control-expose-headers")).toBe(
      "catalogue-revision, content-disposition",
    );
    for (const path of ["/api/cart/update", "/addresses/1", "/api/none"]) {
      const preflight = await shop.ask(path, SHOP, PREFLIGHT);
      expect([preflight.status, readAccess(preflight)], path).toEqual([204, ALLOWED]);
      expect(preflight.headers.get("access-control-allow-methods")).toBe("GET, POST, PUT, PATCH, DELETE");
      expect(preflight.headers.get("access-control-allow-headers")).toBe(
        "authorization, content-type, idempotency-key",
      );
    }
  });

  test("the CORS headers of responses to other origins allow only the shop's origin, and calls of other origins change nothing (T6)", async () => {
    for (const origin of FOREIGN) {
      expect(readAccess(await shop.ask("/api/categories", origin)), origin).toEqual(ALLOWED);
      expect(readAccess(await shop.ask("/api/cart/update", origin, PREFLIGHT)), origin).toEqual(ALLOWED);
      const body = { ...registrationForm, email: "ravi@example.com" };
      const refused = await shop.ask("/api/auth/register", origin, { method: "POST", body });
      expect([refused.status, readAccess(refused)], origin).toEqual([403, ALLOWED]);
    }
  });

  test("only responses to API calls have CORS headers, and an OPTIONS request that is not a preflight request is refused", async () => {
    for (const path of ["/healthz", "/apis", "/addresses.json", "//api/categories", "/%61pi/categories"])
      expect(readAccess(await shop.ask(path, SHOP)), path).toEqual(NOBODY);
    expect((await shop.ask("/api/cart/update", SHOP, { method: "OPTIONS" })).status).toBe(405);
  });

  test("after a login, the access token works only together with the cookie of the API's host", async () => {
    const { email, password } = registrationForm;
    const post = (path: string, body: unknown) => shop.ask(path, SHOP, { method: "POST", body });
    expect((await post("/api/auth/register", registrationForm)).status).toBe(200);
    const login = await post("/api/auth/login", { email, password });
    expect(readAccess(login)).toEqual(ALLOWED);
    const cookie = login.headers
      .getSetCookie()
      .map((each) => each.split(";", 1)[0])
      .join("; ");
    expect(login.headers.getSetCookie()[0]).toMatch(/^__Host-session=.*; Secure; SameSite=Lax$/);
    const { accessToken } = (await login.json()) as { accessToken: string };
    const headers = { authorization: `Bearer ${accessToken}` };
    const own = await shop.ask("/api/account", SHOP, { headers: { ...headers, cookie } });
    expect([own.status, readAccess(own)]).toEqual([200, ALLOWED]);
    const stolen = await shop.ask("/api/account", SHOP, { headers });
    expect([stolen.status, readAccess(stolen)]).toEqual([401, ALLOWED]);
  });

  test("a page of the shop can also read the API's error responses", async () => {
    const message = { name: "Asha", email: "asha@example.com", message: "Hello" };
    for (let sent = 0; sent < CONTACT_LIMIT.burst; sent++)
      await shop.ask("/api/contact", SHOP, { method: "POST", body: message });
    const statuses: unknown[] = [];
    const check = async (path: string, asked?: Asked) => {
      const response = await shop.ask(path, SHOP, asked);
      statuses.push(response.status);
      expect(readAccess(response), path).toEqual(ALLOWED);
    };
    await check("/api/contact", { method: "POST", body: message });
    await check("/api/contact", { method: "POST", body: { ...message, email: "x" } });
    await check("/api/none");
    await check("/api/cart");
    await check("/api/cart", { method: "PATCH" });
    await check("/api/contact", { method: "POST", headers: { "content-type": "text/plain" } });
    await check("/api/products/list/%E0%A4%A");
    shop.state.mayAnswer = false;
    onTestFinished(() => void (shop.state.mayAnswer = true));
    await check("/api/categories");
    expect(statuses).toEqual([429, 400, 404, 401, 405, 415, 400, 503]);
    expect((await shop.ask("/api/cart/update", SHOP, PREFLIGHT)).status).toBe(204);
  });

  test("cached responses have the same CORS headers for all origins, so the shop's pages can read every response from a shared cache", async () => {
    for (const path of ["/api/special-offer", "/api/openapi.json"])
      for (const origin of [null, "https://evil.example", SHOP]) {
        const response = await shop.ask(path, origin);
        expect([response.status, response.headers.get("vary")]).toEqual([200, "accept-encoding"]);
        expect(readAccess(response)).toEqual(ALLOWED);
        const headers = { "if-none-match": response.headers.get("etag") ?? "" };
        const known = await shop.ask(path, origin, { headers });
        expect([known.status, readAccess(known)]).toEqual([304, ALLOWED]);
      }
  });

  test("the content security policy of pages allows the API's origin for calls and live updates", () => {
    const google = buildGuestPageHeaders({ "connect-src": "https://accounts.google.com/gsi/" });
    const getConnections = (headers: Readonly<Record<string, string>>) =>
      /connect-src [^;]*/.exec(
        withApi(headers, "https://api.shop.example")["content-security-policy"] ?? "",
      )?.[0];
    expect(getConnections(pageHeaders)).toBe(
      "connect-src 'self' https://api.shop.example wss://api.shop.example",
    );
    expect(getConnections(google)).toBe(
      "connect-src 'self' https://api.shop.example wss://api.shop.example https://accounts.google.com/gsi/",
    );
  });
});

test("by default responses have no CORS headers, not even for the shop's own origin (D90)", async () => {
  const usual = await openCalls({ publicUrl: SHOP, profile: "production" });
  onTestFinished(usual.close);
  for (const path of ["/api/special-offer", "/api/special-offer", "/api/cart", "/api/none"]) {
    const response = await usual.ask(path, SHOP);
    expect(readAccess(response)).toEqual(NOBODY);
    expect(response.headers.get("vary")).toBe(path === "/api/special-offer" ? "accept-encoding" : null);
  }
  expect((await usual.ask("/api/cart", SHOP, PREFLIGHT)).status).toBe(405);
});

test("a client that closes the connection at once, and so has no IP address any more, does not stop the shop", async () => {
  const path = "/api/reviews/acacia-bowl";
  const ask = async () => (await shop.ask(path, null)).status;
  expect(await ask()).toBe(200);
  for (let time = 0; time < 10; time++) {
    await shop.askAndLeave(path);
    await shop.askAndLeave("/api/cart");
  }
  expect(await ask()).toBe(200);
});
