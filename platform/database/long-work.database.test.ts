import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestContext, createTestContext, testEngine } from "../../tests/support/database.ts";
import type { Context } from "../context.ts";
import { withLongStatements } from "./lock-briefly.ts";
import { startSchedule } from "../outbox/schedule.ts";

let context: TestContext;
beforeAll(async () => {
  context = await createTestContext();
});
afterAll(() => context.close());

const SHOW = sql`show statement_timeout`;
const limit = async ({ db }: Pick<Context, "db">) =>
  (await db.execute<{ statement_timeout: string }>(SHOW)).rows[0]?.statement_timeout;

// The embedded engine has no limits: nothing lies between it and the shop.
describe.runIf(testEngine === "server")("a statement ends after", () => {
  test("seconds for a customer's call, minutes for work that may take long, in and out of a transaction", async () => {
    const inTransaction = () =>
      context.transact(async (tx) => (await tx.execute(SHOW)).rows[0]?.["statement_timeout"]);
    expect([await limit(context), await inTransaction()]).toEqual(["3500ms", "3500ms"]);
    expect(await withLongStatements(async () => [await limit(context), await inTransaction()])).toEqual([
      "5min",
      "5min",
    ]);
    expect(await limit(context)).toBe("3500ms");
  });

  test("minutes for a job that says so, seconds for the others", async () => {
    const seen = new Map<string, string | undefined>();
    const job = (name: string, isLong: boolean) => ({
      name,
      everyMs: 5,
      isLong,
      run: async (given: Context) => void seen.set(name, await limit(given)),
    });
    const schedule = startSchedule(context, [job("short", false), job("long", true)]);
    await expect.poll(() => seen.size).toBe(2);
    await schedule.stop();
    expect(Object.fromEntries(seen)).toEqual({ short: "3500ms", long: "5min" });
  });
});
