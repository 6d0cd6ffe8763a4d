import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestContext, type TestContext, testEngine, testLog } from "../../tests/support/database.ts";
import { type PgBouncer, startPgBouncer } from "../../tests/support/postgres.ts";
import { type Database, openDatabase } from "./database.ts";
import { openProcessLink } from "../processes/process-link.ts";
import { sendTogether, transact } from "./transact.ts";
import { rateLimit } from "./tables.ts";

const CALLS = 200;

describe.runIf(testEngine === "server")("PgBouncer with transaction pooling in front of the server", () => {
  let context: TestContext;
  let bouncer: PgBouncer | undefined;
  let database: Database;
  let reason = "";

  const open = (databaseUrl: string, databasePoolerUrl?: string) =>
    openDatabase({ databaseUrl, databasePoolerUrl, databasePool: 10, dataDir: "" }, testLog);

  beforeAll(async () => {
    context = await createTestContext();
    const started = await startPgBouncer(context.database.url ?? "");
    if ("reason" in started) ({ reason } = started);
    else bouncer = started;
    if (bouncer) database = await open(context.database.url ?? "", bouncer.url);
  });
  afterAll(async () => {
    await database?.close();
    await bouncer?.stop();
    await context.close();
  });

  test("behind PgBouncer, each transaction gets its own results, even if other transactions fail before they commit", async ({
    skip,
  }) => {
    skip(!bouncer, reason);
    const call = async (turn: number) => {
      const key = `key-${turn}`;
      return transact(database.db, async (tx) => {
        const [, { rows }] = await sendTogether([
          tx.insert(rateLimit).values({ key, fullAt: new Date(), allowed: true }),
          tx.$client.query({ text: "select $1::int as turn", values: [turn] }),
        ]);
        if (turn % 5 === 0) await tx.execute(sql`select 1 / 0`);
        return rows;
      });
    };
    const answers = await Promise.allSettled(Array.from({ length: CALLS }, (_, turn) => call(turn)));
    const expected = answers.map((_, turn) => (turn % 5 === 0 ? null : [{ turn }]));
    expect(answers.map((answer) => (answer.status === "fulfilled" ? answer.value : null))).toEqual(expected);
    const written = await database.db.$count(rateLimit);
    expect(written).toBe(expected.filter(Boolean).length);
  });

  test("short and long statements have the same timeouts behind PgBouncer as on a direct connection", async ({
    skip,
  }) => {
    skip(!bouncer, reason);
    const readLimits = async ({ pool, slowPool }: Database) => {
      const text =
        "select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock";
      return [await pool.query(text), await slowPool.query(text)].map(({ rows }) => rows[0] as unknown);
    };
    expect(await readLimits(database)).toEqual(await readLimits(context.database));
  });

  test("a shop behind PgBouncer receives notifications of other processes over a direct connection to the server", async ({
    skip,
  }) => {
    skip(!bouncer, reason);
    const { promise: heard, resolve } = Promise.withResolvers<unknown>();
    const { promise: listening, resolve: listens } = Promise.withResolvers<void>();
    const open = (hearing: { heard(message: unknown): void; listening(): void }) =>
      openProcessLink({ url: context.database.url ?? "", pool: database.pool, log: testLog }, hearing);
    const links = [open({ heard: resolve, listening: listens }), open({ heard() {}, listening() {} })];
    await listening;
    await links[1]?.send({ order: "TRV-1" });
    expect(await heard).toEqual({ order: "TRV-1" });
    await Promise.all(links.map((link) => link.close()));
  });
});
