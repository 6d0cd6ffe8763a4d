// @engine: transactions, savepoints and errors
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase, testEngine, type TestDatabase } from "../../tests/support/database.ts";
import { getSqlState, runInSavepoint, sendAtCommit, transact } from "./database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.pool.query("create table purse (name text primary key, coins integer not null)");
});
afterAll(() => database.close());

test("a transaction that throws is rolled back, and its connection stays usable", async () => {
  await expect(
    transact(database.db, async (tx) => {
      await tx.execute(sql`insert into purse values ('lost', 1)`);
      throw new Error("changed my mind");
    }),
  ).rejects.toThrow("changed my mind");
  const { rows } = await database.pool.query("select * from purse where name = 'lost'");
  expect(rows).toEqual([]);
});

test("SQL statements sent together run in order, and the first error is thrown", async () => {
  const together = transact(database.db, (tx) =>
    Promise.all([
      tx.$client.query("insert into purse values ('together', 1)"),
      tx.$client.query("update purse set coins = coins + 1 where name = 'together'"),
      tx.$client.query("select 1 / (2 - coins) from purse where name = 'together'"),
      tx.$client.query("insert into purse values ('together', 3)"),
    ]),
  );
  expect(getSqlState(await together.catch((error: unknown) => error))).toBe("22012");
  expect(await readPurses("together")).toEqual([]);
});

test("an SQL statement sent together with COMMIT belongs to the transaction", async () => {
  const doubled = transact(database.db, async (tx) => {
    await tx.execute(sql`insert into purse values ('before', 1)`);
    sendAtCommit(tx, () => ({ text: "insert into purse values ($1, 1)", values: ["before"] }));
  });
  expect(getSqlState(await doubled.catch((error: unknown) => error))).toBe("23505");
  expect(await readPurses("before")).toEqual([]);
});

test("rolling back a savepoint undoes only the statements after it, not the earlier statements of the transaction", async () => {
  await transact(database.db, async (tx) => {
    await tx.execute(sql`insert into purse values ('outer', 1)`);
    const inner = runInSavepoint(tx, async () => {
      await tx.execute(sql`insert into purse values ('inner', 1)`);
      throw new Error("no");
    });
    await expect(inner).rejects.toThrow("no");
  });
  expect(await readPurses("outer", "inner")).toEqual([{ name: "outer" }]);
});

const readPurses = async (...names: string[]): Promise<unknown[]> =>
  (await database.pool.query("select name from purse where name = any($1)", [names])).rows;

test("the error code `EPIPE` of a lost connection is not taken for an SQLSTATE, which has five characters too", () => {
  expect(getSqlState(Object.assign(new Error("write EPIPE"), { code: "EPIPE" }))).toBeUndefined();
});

test.each(["40001", "40P01"])(
  "a transaction that fails with SQLSTATE %s is tried up to five times",
  async (code) => {
    let tries = 0;
    const refusing = transact(database.db, async (tx) => {
      tries++;
      await tx.execute(sql.raw(`do $$ begin raise exception 'again' using errcode = '${code}'; end $$`));
    });
    expect(getSqlState(await refusing.catch((error: unknown) => error))).toBe(code);
    expect(tries).toBe(5);

    tries = 0;
    const outcome = await transact(database.db, async (tx) => {
      if (++tries < 3)
        await tx.execute(sql.raw(`do $$ begin raise exception 'again' using errcode = '${code}'; end $$`));
      return "done";
    });
    expect([outcome, tries]).toEqual(["done", 3]);
  },
);

test("a query on db inside a transaction throws instead of causing a deadlock", async () => {
  const inside = (work: () => Promise<unknown>) => transact(database.db, async () => work());
  await expect(inside(() => database.db.execute(sql`select 1`))).rejects.toMatchObject({
    cause: { message: expect.stringContaining("use tx, not db") },
  });
  await expect(inside(() => transact(database.db, async () => 1))).rejects.toThrow("use tx, not db");
  await expect(database.db.execute(sql`select 1 as one`)).resolves.toMatchObject({ rows: [{ one: 1 }] });
});

test.runIf(testEngine === "server")(
  "transactions work again after a database connection is lost during a transaction, at BEGIN or while idle",
  async () => {
    const { pool, db } = database;
    for (let round = 0; round < 4; round++) {
      const terminated = transact(db, (tx) => tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`));
      await expect(terminated).rejects.toThrow();
    }
    const terminateOthers =
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";
    for (let round = 0; round < 4; round++) {
      await Promise.allSettled(Array.from({ length: 5 }, () => pool.query("select 1")));
      const beginning = Promise.allSettled(
        Array.from({ length: 4 }, () => transact(db, async () => "begun")),
      );
      await pool.query(terminateOthers).catch(() => "this one was cut before");
      await beginning;
    }
    await expect.poll(() => transact(db, async () => "begun").catch(() => "lost")).toBe("begun");
    expect([pool.totalCount - pool.idleCount, pool.waitingCount]).toEqual([0, 0]);
  },
);
