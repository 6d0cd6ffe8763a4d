import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, describe, expect, test } from "vitest";
import { testLog } from "../../tests/support/database.ts";
import { createContext, type Context } from "../context.ts";
import type { Database } from "../database/database.ts";
import type { Outbox } from "../outbox/outbox.ts";
import { getCallLimit, limitCalls } from "../limits/rate-limit.ts";
import { readConfig } from "../../tests/support/settings.ts";
import { sendError } from "./envelope.ts";
import { checkProxies, watchProxies } from "../observe/watch-proxies.ts";
import { trustProxy } from "./proxies.ts";
import { createRequestContext } from "./route.ts";

/* These tests check which visitor's address the app uses behind different proxies (T33). */

let context: Context;
let app: FastifyInstance | undefined;

afterEach(() => app?.close());

const PRODUCTION = {
  SHOP_PROFILE: "production",
  TEST_PAYMENTS: "on",
  DATABASE_URL: "postgres:///taruva",
  SMTP_URL: "smtps://mail.test",
  MAIL_FROM: "shop@shop.example",
  PUBLIC_URL: "https://shop.example",
};

function open(settings: Record<string, string> = {}) {
  const config = readConfig({ ...PRODUCTION, ...settings });
  const now = () => new Date("2026-11-20T09:00:00.000Z");
  context = createContext({ config, log: testLog, database: {} as Database, now, outbox: {} as Outbox });
  app = Fastify({ trustProxy: trustProxy(config) });
  app.setErrorHandler((cause, request, reply) => sendError(cause, request, reply));
  watchProxies(app, context);
  limitCalls(app, context);
  for (const url of ["/api/cart", "/*"])
    app.get(url, (request, reply) => {
      const { ip, secure } = createRequestContext(request, reply, context);
      return { ip, secure };
    });
}

const CALLS_A_MINUTE = getCallLimit("production").burst;
const PROXY = "10.0.0.5";
const VISITOR = "203.0.113.7";

const ask = async (remoteAddress: string, headers: Record<string, string> = {}, url = "/api/cart") => {
  const response = await app?.inject({ url, remoteAddress, headers });
  return { status: response?.statusCode, ...(response?.json() as { ip?: string; secure?: boolean }) };
};

const createForwardedHeaders = (address: string, proto = "https") => ({
  "x-forwarded-for": address,
  "x-forwarded-proto": proto,
});

const listFindings = () => checkProxies(context).map(({ what }) => what);

describe("the visitor's IP address behind a proxy (T33)", () => {
  test.each([
    ["a proxy on this machine", {}, "127.0.0.1"],
    ["a proxy on another machine", { TRUST_PROXY: PROXY }, PROXY],
    ["a proxy in a network of containers", { TRUST_PROXY: "172.16.0.0/12, loopback" }, "172.18.0.4"],
    ["one proxy at any address", { TRUST_PROXY: "1" }, "172.18.0.4"],
  ])("the visitor's IP address is read from the header of %s", async (_name, settings, peer) => {
    open(settings);
    expect(await ask(peer, createForwardedHeaders(VISITOR))).toEqual({
      status: 200,
      ip: VISITOR,
      secure: true,
    });
    // The visitor sent the first address, and the proxy added the last one.
    expect(await ask(peer, createForwardedHeaders(`198.51.100.1, ${VISITOR}`))).toMatchObject({
      ip: VISITOR,
    });
  });

  test("with TRUST_PROXY=2 the visitor's IP address is read behind two proxies, and an address that the visitor adds is ignored", async () => {
    open({ TRUST_PROXY: "2" });
    expect(await ask(PROXY, createForwardedHeaders(`198.51.100.1, ${VISITOR}, 10.0.0.9`))).toMatchObject({
      ip: VISITOR,
    });
  });

  test("a visitor cannot fake their IP address with a forwarded header", async () => {
    open({ TRUST_PROXY: PROXY });
    expect(await ask(VISITOR, createForwardedHeaders("198.51.100.1"))).toMatchObject({ ip: VISITOR });
    expect(await ask("10.0.0.6", createForwardedHeaders("198.51.100.1"))).toMatchObject({ ip: "10.0.0.6" });
  });
});

test("visitors behind one proxy have separate rate limits, even if they forge headers (T33)", async () => {
  open({ TRUST_PROXY: PROXY });
  for (let call = 0; call < CALLS_A_MINUTE; call++) await ask(PROXY, createForwardedHeaders(VISITOR));
  for (const claimed of ["198.51.100.1", "127.0.0.1", "10.0.0.5"])
    expect((await ask(PROXY, createForwardedHeaders(`${claimed}, ${VISITOR}`))).status).toBe(429);
  expect((await ask(PROXY, createForwardedHeaders("203.0.113.8"))).status).toBe(200);
});

test("in production the rate limits apply to a proxy on the shop's machine, even if the proxy sends no headers (T33)", async () => {
  open();
  for (let call = 0; call < CALLS_A_MINUTE; call++) await ask("127.0.0.1");
  expect((await ask("127.0.0.1")).status).toBe(429);
});

test("the session cookie is Secure if the shop's public URL is https, even if the proxy's headers say http (T33)", async () => {
  open();
  expect((await ask("127.0.0.1")).secure).toBe(true);
  expect((await ask(VISITOR, { "x-forwarded-proto": "http" })).secure).toBe(true);
  await app?.close();
  open({ PUBLIC_URL: "http://shop.example" });
  expect((await ask("127.0.0.1", { "x-forwarded-proto": "https" })).secure).toBe(false);
});

describe("findings about the proxy (T33)", () => {
  test("a proxy that never sends the visitor's address is reported, and health checks without an address are not", async () => {
    open();
    for (let time = 0; time < 40; time++) await ask("127.0.0.1", {}, "/healthz");
    expect(listFindings()).toEqual([]);
    for (let time = 0; time < 20; time++) await ask("127.0.0.1", {}, "/");
    expect(listFindings()).toEqual([expect.stringContaining("no request contains the visitor's address")]);
  });

  test("an untrusted proxy, a second proxy and a visitor over http are reported", async () => {
    open({ TRUST_PROXY: PROXY });
    await ask("10.0.0.6", createForwardedHeaders(VISITOR), "/");
    await ask(PROXY, createForwardedHeaders(`${VISITOR}, 192.168.1.4`), "/");
    await ask(PROXY, createForwardedHeaders(VISITOR, "http"), "/");
    expect(listFindings()).toEqual([
      expect.stringContaining("10.0.0.6 sends X-Forwarded-For but is not trusted"),
      expect.stringContaining("visitors seem to come from 192.168.1.4"),
      expect.stringContaining("visitors come over http, but PUBLIC_URL is https://shop.example"),
    ]);
  });

  test("a shop that other machines can reach without a trusted proxy is reported at startup", () => {
    open({ HOST: "0.0.0.0" });
    expect(listFindings()).toEqual([expect.stringContaining("HOST=0.0.0.0 accepts other machines")]);
  });
});
