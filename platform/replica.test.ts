import pg from "pg";
import { expect, test } from "vitest";
import { createLog } from "./log.ts";
import { openReplica } from "./replica.ts";

/** A server that answers every question with true, but fails what `fail` says. */
function createPool(fail: () => Error | null): pg.Pool {
  const query = async (asked: unknown) => {
    const failure = asked === "read" ? fail() : null;
    if (failure) throw failure;
    return { rows: [{ ready: true, replays: true, system: "1" }] };
  };
  const connect = async () => ({ query, release: () => {} });
  return { query, connect, end: async () => {} } as unknown as pg.Pool;
}

const say = (code: string) => Object.assign(new pg.DatabaseError(code, 1, "error"), { code });

test.each([
  ["a conflict with what it replays", say("40001"), true],
  ["a read that took too long", say("57014"), true],
  ["an end of the server", say("57P01"), false],
  ["a connection that is reset", Object.assign(new Error("reset"), { code: "ECONNRESET" }), false],
  ["silence", new Error("Query read timeout"), false],
])("after %s the primary is asked (%o); the replica stays: %s", async (_, failure, stays) => {
  let failures = 1;
  const pool = createPool(() => (failures-- > 0 ? failure : null));
  const replica = openReplica(
    "postgres://replica:5432/shop",
    pool,
    createPool(() => null),
    createLog("silent"),
  );
  await expect.poll(() => replica.isReady()).toBe(true);
  const read = () => replica.read({ text: "select true" }, "read", []);
  expect(await read()).toBeUndefined();
  expect(replica.isReady()).toBe(stays);
  await expect.poll(() => replica.isReady()).toBe(true);
  expect(await read()).toBeDefined();
  await replica.close();
});
