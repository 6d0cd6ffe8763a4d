import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { testContext, type TestContext } from "../tests/support/database.ts";
import { limitCalls } from "./call-limit.ts";
import { sendError } from "./envelope.ts";

let context: TestContext;
let app: FastifyInstance;

beforeAll(async () => {
  context = await testContext();
});
beforeEach(async () => {
  await context.wipe();
  await open("production");
});
afterAll(async () => {
  await app.close();
  await context.close();
});

async function open(profile: "demo" | "production", limitLoopback = false) {
  await app?.close();
  app = Fastify();
  app.setErrorHandler((cause, request, reply) => sendError(cause, request, reply));
  limitCalls(app, { ...context, config: { ...context.config, profile, limitLoopback } });
  app.route({ method: ["GET", "POST"], url: "/*", handler: () => "" });
}

const ask = (url = "/api/cart", remoteAddress = "203.0.113.7") => app.inject({ url, remoteAddress });

/** The address as it stands after `calls` calls, without making them. */
const spend = (calls: number, of: number, key = "calls:address:203.0.113.7") =>
  context.database.pool.query("insert into rate_limit values ($1, $2, true)", [
    key,
    new Date(context.now().getTime() + (calls * 60_000) / of),
  ]);

test("an address that calls 600 times in a minute waits for the next tenth of a second, others do not", async () => {
  await spend(599, 600);
  expect((await ask()).statusCode).toBe(200);
  const refused = await ask();
  expect(refused.statusCode).toBe(429);
  expect(refused.headers["retry-after"]).toBe("1");
  expect(refused.json()).toMatchObject({ success: false, code: "too_many" });
  expect((await ask("/addresses/x")).statusCode).toBe(429);
  const posted = await app.inject({ method: "POST", url: "/log-in", remoteAddress: "203.0.113.7" });
  expect(posted.statusCode).toBe(429);
  expect((await ask("/log-in")).statusCode).toBe(200);
  expect((await ask("/api/cart", "203.0.113.8")).statusCode).toBe(200);
  context.clock.advance(100);
  expect((await ask()).statusCode).toBe(200);
  expect((await ask()).statusCode).toBe(429);
});

test("a demo shop lets 1,200 through", async () => {
  await open("demo");
  await spend(1_199, 1_200);
  expect((await ask()).statusCode).toBe(200);
  expect((await ask()).statusCode).toBe(429);
});

test("of a flood only the first refusal asks the database, and counts nothing", async () => {
  await spend(600, 600);
  expect((await ask()).statusCode).toBe(429);
  const { rows } = await context.database.pool.query("select * from rate_limit");
  await context.database.pool.query("delete from rate_limit");
  for (let call = 0; call < 20; call++) expect((await ask()).statusCode).toBe(429);
  expect((await context.database.pool.query("select * from rate_limit")).rows).toEqual([]);
  expect(rows).toHaveLength(1);
  context.clock.advance(100);
  expect((await ask()).statusCode).toBe(200);
});

test("pages, files and this machine are not counted, unless the settings say so", async () => {
  for (const url of ["/", "/cart", "/apiary", "/pictures/x.jpg", "/healthz"]) await ask(url);
  await ask("/api/cart", "127.0.0.1");
  expect((await context.database.pool.query("select * from rate_limit")).rows).toEqual([]);
  await open("demo", true);
  await ask("/api/cart", "127.0.0.1");
  expect((await context.database.pool.query("select key from rate_limit")).rows).toEqual([
    { key: "calls:address:127.0.0.1" },
  ]);
});
