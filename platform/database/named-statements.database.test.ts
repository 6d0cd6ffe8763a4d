import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestContext, testEngine, type TestContext } from "../../tests/support/database.ts";
import { rateLimit } from "./tables.ts";
import { transact } from "./transact.ts";

let context: TestContext;

beforeAll(async () => {
  context = await createTestContext();
});
afterAll(() => context.close());

describe.runIf(testEngine === "server")("on a server", () => {
  const useTwice = (key: string) =>
    transact(context.db, async (tx) => {
      for (const each of [key, `${key}-2`])
        await tx.insert(rateLimit).values({ key: each, fullAt: new Date(), allowed: true });
      const { rows } = await tx.execute<{ used: string }>(
        sql`select generic_plans + custom_plans as used from pg_prepared_statements where statement like 'insert into "rate_limit"%'`,
      );
      return rows;
    });

  test("a statement is parsed once by a connection, however often it is used", async () => {
    expect(await useTwice("a")).toEqual([{ used: "2" }]);
  });

  test("a connection whose server has forgotten its statements is replaced", async () => {
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
});
