import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import { getCallLimit, limitCalls } from "./rate-limit.ts";
import { readConfig } from "../../tests/support/settings.ts";
import { sendError } from "../http/envelope.ts";

let app: FastifyInstance;
let time: number;

beforeEach(() => {
  time = Date.parse("2026-03-01T10:00:00Z");
  app = Fastify();
  app.setErrorHandler((cause, request, reply) => sendError(cause, request, reply));
  limitCalls(app, { config: { ...readConfig({}), profile: "production" }, now: () => new Date(time) });
  for (const url of ["/*", "/api/*", "/addresses/*"])
    app.route({ method: ["GET", "POST"], url, handler: () => "" });
});
afterEach(() => app.close());

const ask = (url = "/api/cart", remoteAddress = "203.0.113.7") => app.inject({ url, remoteAddress });

async function askTimes(count: number, ...how: Parameters<typeof ask>): Promise<number[]> {
  const statuses: number[] = [];
  for (let call = 0; call < count; call++) statuses.push((await ask(...how)).statusCode);
  return [...new Set(statuses)];
}

test("after 600 API calls in a minute an IP address waits 0.1 s for each further call, and other IP addresses do not wait", async () => {
  expect(await askTimes(600)).toEqual([200]);
  const refused = await ask();
  expect(refused.statusCode).toBe(429);
  expect(refused.headers["retry-after"]).toBe("1");
  expect(refused.json()).toMatchObject({ success: false, code: "too_many" });
  expect((await ask("/addresses/x")).statusCode).toBe(429);
  const posted = await app.inject({ method: "POST", url: "/log-in", remoteAddress: "203.0.113.7" });
  expect(posted.statusCode).toBe(429);
  expect((await ask("/log-in")).statusCode).toBe(200);
  expect((await ask("/api/cart", "203.0.113.8")).statusCode).toBe(200);
  time += 100;
  expect((await ask()).statusCode).toBe(200);
  expect((await ask()).statusCode).toBe(429);
});

test("a demo shop allows 1,200 API calls at once from one IP address, and a production shop 600", () => {
  expect([getCallLimit("production").burst, getCallLimit("demo").burst]).toEqual([600, 1_200]);
});

test("an API call whose URL is spelled with percent-encoding counts towards the limit of an IP address (security §10)", async () => {
  expect(await askTimes(601, "/%61pi/cart")).toEqual([200, 429]);
  expect((await ask("/%61ddresses/x")).statusCode).toBe(429);
});

test("pages and files do not count towards the limit of an IP address, nor do API calls from the server's own machine", async () => {
  expect(await askTimes(601)).toEqual([200, 429]);
  for (const url of ["/", "/apiary", "/pictures/x.jpg", "/healthz"])
    expect((await ask(url)).statusCode, url).toBe(200);
  expect(await askTimes(601, "/api/cart", "127.0.0.1")).toEqual([200]);
});
