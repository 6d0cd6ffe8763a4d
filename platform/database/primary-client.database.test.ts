import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestContext, testEngine, type TestContext } from "../../tests/support/database.ts";
import { isDatabaseAway } from "./database-errors.ts";
import { rateLimit } from "./tables.ts";

/** The other half of the proof, that a replica is not taken for the database, is `npm run failover -- --short`. */
describe.runIf(testEngine === "server")("a connection that may only read from now on", () => {
  let context: TestContext;

  beforeAll(async () => {
    context = await createTestContext();
  });
  afterAll(() => context.close());

  test("is a database that is away, once, and is replaced", async () => {
    const client = await context.database.pool.connect();
    await client.query("set default_transaction_read_only = on");
    client.release();
    const write = (key: string) =>
      context.db.insert(rateLimit).values({ key, fullAt: new Date(), allowed: true });
    const cause: unknown = await write("a").catch((error: unknown) => error);
    expect(isDatabaseAway(cause)).toBe(true);
    await expect(write("b")).resolves.toBeDefined();
  });
});
