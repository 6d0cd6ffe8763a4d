import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestContext, type TestContext } from "../../tests/support/database.ts";
import { generateUuid } from "../ids.ts";
import { createMetrics, serveMetrics } from "./metrics.ts";

let context: TestContext;
beforeAll(async () => {
  context = await createTestContext();
});
afterAll(() => context.close());

/** The lines about the shop itself. */
const readLines = async (metrics: { text(): Promise<string> }) =>
  (await metrics.text()).split("\n").filter((line) => /^(shop|http)_/.test(line));

test("response times are labelled by route, never by the URL that a visitor sent", async () => {
  const metrics = createMetrics(context);
  const app = Fastify();
  metrics.watch(app);
  app.get("/api/orders/:orderId", () => "");
  await app.inject("/api/orders/TRV-SECRET");
  await app.inject("/api/orders/TRV-OTHER1");
  await app.inject("/nothing/here");
  await app.close();
  const lines = await readLines(metrics);
  expect(lines).toContain(
    'http_request_duration_seconds_count{method="GET",route="/api/orders/:orderId",status="200"} 2',
  );
  expect(lines).toContain('http_request_duration_seconds_count{method="GET",route="none",status="404"} 1');
  expect(lines.join()).not.toContain("TRV-");
});

test("counts waiting and failed deliveries, and how long the oldest is overdue", async () => {
  const row = (runAt: Date, state: { done?: boolean; dead?: boolean } = {}) =>
    context.database.pool.query(
      "insert into outbox (id, topic, reaction, payload, created_at, run_at, done_at, dead_at) values ($1, 'a', 'b', '{}', $2, $2, $3, $4)",
      [generateUuid(), runAt, state.done ? runAt : null, state.dead ? runAt : null],
    );
  const ago = (seconds: number) => new Date(context.now().getTime() - seconds * 1000);
  await row(ago(90));
  await row(ago(-60));
  await row(ago(9_000), { dead: true });
  await row(ago(9_000), { done: true });
  const lines = await readLines(createMetrics(context));
  expect(lines).toContain("shop_database_up 1");
  expect(lines).toContain('shop_deliveries{state="waiting"} 2');
  expect(lines).toContain('shop_deliveries{state="dead"} 1');
  expect(lines).toContain("shop_deliveries_overdue_seconds 90");
  expect(lines).toContain('shop_outbox_waiting{subscriber="b"} 2');
  expect(lines).toContain('shop_outbox_dead{subscriber="b"} 1');
  expect(lines).toContain('shop_outbox_overdue_seconds{subscriber="b"} 90');
});

test("without the database the rest is reported, and that it is away", async () => {
  const down = { execute: () => Promise.reject(new Error("away")), $client: context.db.$client };
  const lines = await readLines(createMetrics({ ...context, db: down as unknown as TestContext["db"] }));
  expect(lines).toContain("shop_database_up 0");
  expect(lines.some((line) => line.startsWith("shop_deliveries{"))).toBe(false);
});

test("they are on this machine's own address alone, and nothing else is", async () => {
  const { server, close } = await serveMetrics(createMetrics(context), {
    port: 0,
    host: "127.0.0.1",
    token: undefined,
  });
  const { address, port } = server.address() as AddressInfo;
  expect(address).toBe("127.0.0.1");
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(answer.headers.get("content-type")).toContain("text/plain");
  expect(await answer.text()).toContain("nodejs_eventloop_lag_seconds");
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  await close();
});

test("with a token set, a request without it is refused", async () => {
  const token = "0123456789abcdef";
  const { server, close } = await serveMetrics(createMetrics(context), { port: 0, host: "127.0.0.1", token });
  const { port } = server.address() as AddressInfo;
  const ask = async (authorization?: string) =>
    (await fetch(`http://127.0.0.1:${port}/metrics`, { headers: authorization ? { authorization } : {} }))
      .status;
  for (const wrong of [undefined, token, "Bearer ", `Bearer ${token}0`, `Basic ${token}`])
    expect(await ask(wrong)).toBe(401);
  expect(await ask(`Bearer ${token}`)).toBe(200);
  await close();
});

test("when the last backup was made is among them, and 0 when none was", async () => {
  const made = new Date("2026-11-20T09:00:00.000Z");
  const name = "shop_last_backup_timestamp_seconds";
  expect(await readLines(createMetrics(context, async () => made))).toContain(
    `${name} ${made.getTime() / 1000}`,
  );
  expect(await readLines(createMetrics(context, async () => null))).toContain(`${name} 0`);
});
