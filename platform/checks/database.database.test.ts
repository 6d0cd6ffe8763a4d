import pg from "pg";
import { describe, expect, test } from "vitest";
import { createServerDatabase, testEngine } from "../../tests/support/database.ts";
import { checkDatabase, checkFacts, type DatabaseFacts, withServer } from "./database.ts";

const sound: DatabaseFacts = {
  version: "17.2",
  major: 17,
  isReadOnly: false,
  fsync: "on",
  fullPageWrites: "on",
  synchronousCommit: "on",
  freeConnections: 90,
  encoding: "UTF8",
  isCollationStale: false,
  database: "shop",
  mayCreate: true,
  isSuperuser: false,
  isEncrypted: false,
  isElsewhere: false,
};

const say = (facts: Partial<DatabaseFacts>) =>
  checkFacts({ ...sound, ...facts }, 10).map(({ what, remedy }) => `${what}. ${remedy}`);

test("the database check reports each unsafe database setting and says what to do", () => {
  expect(say({})).toEqual([]);
  expect(say({ fsync: "off", synchronousCommit: "off" })).toEqual([
    "fsync is off: placed orders can be lost in a power cut. Run in psql: alter system set fsync = on. Then restart PostgreSQL",
    "synchronous_commit is off: placed orders can be lost in a power cut. Run in psql: alter database shop set synchronous_commit = on",
  ]);
  expect(say({ freeConnections: 16 })).toEqual([
    "the database has 16 free connections, and a shop process takes up to 17. Raise max_connections and restart PostgreSQL, or lower DATABASE_POOL",
  ]);
  expect(say({ encoding: "SQL_ASCII", isCollationStale: true, mayCreate: false })).toHaveLength(3);
  expect(say({ isElsewhere: true, isEncrypted: true })).toEqual([]);
  expect(say({ isElsewhere: true })).toHaveLength(1);
  expect(say({ major: 14, isSuperuser: true, isReadOnly: true, fullPageWrites: "off" })).toHaveLength(4);
});

const check = (databaseUrl: string, databasePool: number) =>
  withServer({ databaseUrl }, async (db) => {
    let summary = "";
    const findings = await checkDatabase({ config: { databasePool }, db }, (seen) => (summary = seen));
    return { summary, findings };
  });

describe.runIf(testEngine === "server")("on a PostgreSQL server", () => {
  test("the database check reports the response time and that the database is empty, and does not migrate it", async () => {
    const { url, drop } = await createServerDatabase();
    try {
      const { summary } = await check(url, 10);
      expect(summary).toMatch(
        /^PostgreSQL \d+\S* .*answers in \d+\.\d ms, empty: the tables are created at the first start$/,
      );
      const client = new pg.Client(url);
      await client.connect();
      const { rows } = await client.query("select 1 from pg_class where relname = 'migration'");
      await client.end();
      expect(rows).toEqual([]);
    } finally {
      await drop();
    }
  });
});
