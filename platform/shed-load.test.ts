import Fastify from "fastify";
import { expect, test } from "vitest";
import { sendError } from "./envelope.ts";
import { isTurnedAway, shedLoad } from "./shed-load.ts";

test("calls and pages are turned away first, orders and payments last, and the sign of life never", () => {
  const turnedAway = (delayMs: number) =>
    ["/", "/api/cart", "/readyz", "/api/orders", "/api/payments/webhook/test", "/pay/x", "/healthz"].filter(
      (url) => isTurnedAway(url, delayMs),
    );
  expect(turnedAway(250)).toEqual([]);
  expect(turnedAway(251)).toEqual(["/", "/api/cart", "/readyz"]);
  expect(turnedAway(1_000)).toEqual(["/", "/api/cart", "/readyz"]);
  expect(turnedAway(Infinity)).not.toContain("/healthz");
  expect(turnedAway(Infinity)).toHaveLength(6);
});

test("a process that cannot keep up says so with 503 and Retry-After", async () => {
  const app = Fastify();
  app.setErrorHandler((cause, request, reply) => sendError(cause, request, reply));
  await shedLoad(app, { delayMs: 20, orderDelayMs: 20, overMs: 10 });
  app.get("/*", () => "served");
  expect((await app.inject("/api/cart")).statusCode).toBe(200);
  // Every turn of the loop takes longer than the patience.
  const busy = setInterval(() => {
    const end = performance.now() + 60;
    while (performance.now() < end);
  });
  try {
    await expect.poll(async () => (await app.inject("/api/cart")).statusCode, { timeout: 20_000 }).toBe(503);
    const refused = await app.inject("/api/cart");
    expect(refused.headers["retry-after"]).toBe("1");
    expect(refused.json()).toMatchObject({ success: false, code: "busy" });
    expect((await app.inject("/healthz")).statusCode).toBe(200);
  } finally {
    clearInterval(busy);
    await app.close();
  }
});
