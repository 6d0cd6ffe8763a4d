import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestContext, testEngine, type TestContext } from "../../tests/support/database.ts";
import { rateLimit } from "./tables.ts";
import { transact } from "./transact.ts";
import type { Context } from "../context.ts";
import { withLongStatements } from "./lock-briefly.ts";
import { isDatabaseAway } from "./database-errors.ts";

describe.runIf(testEngine === "server")("connections to a PostgreSQL server", () => {
  let context: TestContext;

  beforeAll(async () => {
    context = await createTestContext();
  });
  afterAll(() => context.close());

  const useTwice = (key: string) =>
    transact(context.db, async (tx) => {
      for (const each of [key, `${key}-2`])
        await tx.insert(rateLimit).values({ key: each, fullAt: new Date(), allowed: true });
      const { rows } = await tx.execute<{ used: string }>(
        sql`select generic_plans + custom_plans as used from pg_prepared_statements where statement like 'insert into "rate_limit"%'`,
      );
      return rows;
    });

  test("a database connection that becomes read-only fails once and is then replaced", async () => {
    const client = await context.database.pool.connect();
    await client.query("set default_transaction_read_only = on");
    client.release();
    const write = (key: string) =>
      context.db.insert(rateLimit).values({ key, fullAt: new Date(), allowed: true });
    const cause: unknown = await write("x").catch((error: unknown) => error);
    expect(isDatabaseAway(cause)).toBe(true);
    await expect(write("y")).resolves.toBeDefined();
  });

  test("a database connection that has lost its prepared statements is replaced", async () => {
    await useTwice("b");
    const clients = await Promise.all([context.database.pool.connect(), context.database.pool.connect()]);
    for (const client of clients) {
      await client.query("deallocate all");
      client.release();
    }
    await expect(context.db.select().from(rateLimit)).resolves.toBeDefined();
    let refused = 0;
    for (let attempt = 0; attempt < 6; attempt++) await useTwice(`c${attempt}`).catch(() => refused++);
    expect(refused).toBeLessThanOrEqual(clients.length);
    expect(await useTwice("d")).toHaveLength(1);
  });

  const SHOW = sql`show statement_timeout`;
  const limit = async ({ db }: Pick<Context, "db">) =>
    (await db.execute<{ statement_timeout: string }>(SHOW)).rows[0]?.statement_timeout;

  test("the statement timeout is 3.5 s for a customer's request and 5 min for long-running work, inside and outside transactions", async () => {
    const inTransaction = () =>
      context.transact(async (tx) => (await tx.execute(SHOW)).rows[0]?.["statement_timeout"]);
    expect([await limit(context), await inTransaction()]).toEqual(["3500ms", "3500ms"]);
    expect(await withLongStatements(async () => [await limit(context), await inTransaction()])).toEqual([
      "5min",
      "5min",
    ]);
    expect(await limit(context)).toBe("3500ms");
  });
});
