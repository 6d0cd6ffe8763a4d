import { sql } from "drizzle-orm";
import Fastify, { type FastifyInstance } from "fastify";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createTestContext, type TestContext, testEngine, testLog } from "../../tests/support/database.ts";
import { openProxy, type Proxy, toProxyUrl } from "../../tests/support/proxy.ts";
import { createContext } from "../context.ts";
import { sendError } from "../http/envelope.ts";
import { followRequests } from "../http/follow-requests.ts";
import { type Database, openDatabase } from "./database.ts";

/* Tests for threat T31: the network drops connections without an error. `npm run chaos -- swallow` is a longer test. */

const POOL = 13;

let home: TestContext;
let proxy: Proxy;
let database: Database;
let app: FastifyInstance;
let address: string;
let waitsBegun = 0;

/** Drops all future data on the connections that are open now. New connections work. */
function swallowOpenOnes(): void {
  proxy.setMode("swallow");
  proxy.setMode("pass");
}

const onServer = describe.runIf(testEngine === "server");

async function openShop(url: string) {
  database = await openDatabase(
    { databaseUrl: url, databasePool: POOL, dataDir: home.config.dataDir },
    testLog,
  );
  const outbox = { publish: async () => {}, committed: () => {} };
  const context = createContext({ config: home.config, log: testLog, database, now: home.now, outbox });
  app = Fastify();
  followRequests(app);
  app.setErrorHandler((cause, request, reply) => sendError(cause, request, reply));
  app.get("/read", async () => (await context.db.execute(sql`select 1 as one`)).rows);
  app.post("/write", () =>
    context.transact(async (tx) => {
      await tx.execute(sql`select 1`);
      await tx.execute(sql`create temporary table if not exists written (id int) on commit drop`);
      return { written: true };
    }),
  );
  app.post("/wait", () =>
    context.transact((tx) => {
      waitsBegun++;
      return tx.execute(sql`select pg_sleep(2)`);
    }),
  );
  // Each query is within its time limit, but together they take too long.
  app.post("/steps", async () => {
    for (let step = 0; step < 3; step++) await context.db.execute(sql`select pg_sleep(1.5)`);
    return { done: true };
  });
  address = await app.listen({ host: "127.0.0.1", port: 0 });
}

async function call(times = POOL, ...more: ("/wait" | "/steps")[]) {
  const urls = [...Array.from({ length: times }, (_, turn) => (turn % 2 ? "/read" : "/write")), ...more];
  return Promise.all(
    urls.map(async (url) => {
      const json = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
      const { status, headers } = await fetch(address + url, url === "/read" ? {} : json);
      return status === 503 ? `503, Retry-After: ${headers.get("retry-after")}` : status;
    }),
  );
}

const REFUSED = "503, Retry-After: 2";

const expectAnswered = (answers: Awaited<ReturnType<typeof call>>) =>
  expect([200, REFUSED]).toEqual(expect.arrayContaining(answers));

async function expectWhole() {
  await expect.poll(async () => new Set(await call())).toEqual(new Set([200]));
  // The connection for a refused call may still be opening. It returns to the pool only afterwards, so poll.
  const listInUse = ({ totalCount, idleCount, waitingCount }: pg.Pool) => [
    totalCount - idleCount,
    waitingCount,
  ];
  await expect.poll(() => listInUse(database.pool)).toEqual([0, 0]);
}

onServer("a database server that stops responding", () => {
  beforeEach(async () => {
    waitsBegun = 0;
    home = await createTestContext();
    const { url = "" } = home.database;
    proxy = await openProxy(Number(new URL(url).port));
    await openShop(toProxyUrl(url, proxy));
    await expectWhole();
  });
  afterEach(async () => {
    await app.close();
    await proxy.close();
    await database.close();
    await home.close();
  });

  test("idle database connections that the network dropped are replaced before an API call uses them (T31)", async () => {
    // The pool checks a connection that was idle for RESTED_MS (server-pools.ts) before it uses the connection again.
    await pause(1_100);
    swallowOpenOnes();
    expect(new Set(await call())).toEqual(new Set([200]));
    await expectWhole();
  });

  test("API calls on database connections that the network drops are refused, and the next API calls succeed (T31)", async () => {
    const busy = call(0, ...Array<"/wait">(POOL).fill("/wait"));
    await expect.poll(() => waitsBegun).toBe(POOL);
    swallowOpenOnes();
    expectAnswered(await busy);
    await expectWhole();
  });

  test("while the database is frozen each API call is refused, and afterwards all API calls succeed (T31)", async () => {
    const slow = call(0, "/steps");
    const busy = call(0, "/wait", "/wait");
    await expect.poll(() => waitsBegun).toBe(2);
    proxy.setMode("hold");
    for (const answers of await Promise.all([slow, busy, call()])) expectAnswered(answers);
    expect(new Set(await call())).toEqual(new Set([REFUSED]));
    proxy.setMode("pass");
    await expectWhole();
  });
});
