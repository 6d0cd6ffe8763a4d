import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestContext, type TestContext } from "../../tests/support/database.ts";
import { generateUuid } from "../ids.ts";
import { createMetrics } from "./metrics.ts";

let context: TestContext;
beforeAll(async () => {
  context = await createTestContext();
});
afterAll(() => context.close());

const readLines = async (metrics: { text(): Promise<string> }) =>
  (await metrics.text()).split("\n").filter((line) => /^(shop|http)_/.test(line));

test("the metrics contain the waiting and failed event deliveries, and how long the oldest is overdue", async () => {
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
  expect(lines).toContain("shop_deliveries_overdue_seconds 90");
  expect(lines).toContain('shop_outbox_waiting{subscriber="b"} 2');
  expect(lines).toContain('shop_outbox_dead{subscriber="b"} 1');
  expect(lines).toContain('shop_outbox_overdue_seconds{subscriber="b"} 90');
});

test("if the database is down, the metrics report this and leave out the values of the outbox", async () => {
  const down = { execute: () => Promise.reject(new Error("away")), $client: context.db.$client };
  const lines = await readLines(createMetrics({ ...context, db: down as unknown as TestContext["db"] }));
  expect(lines).toContain("shop_database_up 0");
  expect(lines.some((line) => line.startsWith("shop_outbox_waiting{"))).toBe(false);
});
