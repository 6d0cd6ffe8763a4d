import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type TestContext, createTestContext, testEngine, testLog } from "../../tests/support/database.ts";
import { openTcpPath, type TcpPath } from "../../tests/support/tcp-path.ts";
import { followRequests } from "../http/follow-requests.ts";
import { createContext } from "../context.ts";
import { type Database, openDatabase } from "./database.ts";
import { sendError } from "../http/envelope.ts";

/*
 * T31. The shop is whole again when a call that reads and one that writes succeed. `npm run chaos -- swallow` is the
 * long form.
 */

const POOL = 13;
const ANSWERED_MS = 5_000;
const WHOLE_AGAIN_MS = 10_000;

let home: TestContext;
let path: TcpPath;
let database: Database;
let app: FastifyInstance;
let address: string;

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
  app.post("/wait", () => context.transact((tx) => tx.execute(sql`select pg_sleep(0.5)`)));
  // A database that answers slowly at first and then not at all: no single wait of it is too long.
  app.post("/steps", async () => {
    for (let step = 0; step < 3; step++) await context.db.execute(sql`select pg_sleep(1.5)`);
    return { done: true };
  });
  address = await app.listen({ host: "127.0.0.1", port: 0 });
}

/** Many callers at once, reading and writing by turns. */
async function call(times = POOL, ...more: ("/wait" | "/steps")[]) {
  const urls = [...Array.from({ length: times }, (_, turn) => (turn % 2 ? "/read" : "/write")), ...more];
  return Promise.all(
    urls.map(async (url) => {
      const since = performance.now();
      const json = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
      const { status, headers } = await fetch(address + url, url === "/read" ? {} : json);
      return { status, retryAfter: headers.get("retry-after"), ms: performance.now() - since };
    }),
  );
}

const listStatuses = async () => new Set((await call()).map(({ status }) => status));

/** Every one of them in time: an answer, or a refusal that says when to come again. */
function expectInTime(answers: Awaited<ReturnType<typeof call>>) {
  for (const { status, retryAfter, ms } of answers) {
    expect([200, 503]).toContain(status);
    if (status === 503) expect(retryAfter).toBe("2");
    expect(ms).toBeLessThan(ANSWERED_MS);
  }
}

async function expectWhole() {
  await expect.poll(listStatuses, { timeout: WHOLE_AGAIN_MS }).toEqual(new Set([200]));
  const { totalCount, idleCount, waitingCount } = database.pool;
  expect([totalCount - idleCount, waitingCount]).toEqual([0, 0]);
}

onServer("a database that falls silent", () => {
  beforeEach(async () => {
    home = await createTestContext();
    path = await openTcpPath(home.database.url ?? "");
    await openShop(path.url);
    await expectWhole();
  });
  afterEach(async () => {
    await app.close();
    await path.close();
    await database.close();
    await home.close();
  });

  test("connections swallowed while they rest are replaced before anyone has to wait on them (T31)", async () => {
    await pause(1_100);
    path.swallowOpenOnes();
    expect(new Set((await call()).map(({ status }) => status))).toEqual(new Set([200]));
    await expectWhole();
  });

  test("connections swallowed in use refuse their calls in time, and the next calls succeed (T31)", async () => {
    const busy = call(POOL, ...Array<"/wait">(POOL).fill("/wait"));
    await pause(250);
    path.swallowOpenOnes();
    expectInTime(await busy);
    await expectWhole();
  });

  test("while everything is frozen each call is refused in time, later ones at once, and then all is well (T31)", async () => {
    const slow = call(0, "/steps");
    await pause(1_600);
    const busy = call(POOL, "/wait", "/wait");
    await pause(100);
    path.freeze();
    const during = [slow, busy];
    for (let second = 0; second < 6; second++) {
      during.push(call());
      await pause(1_000);
    }
    for (const answers of await Promise.all(during)) expectInTime(answers);
    const late = await call();
    expect(new Set(late.map(({ status }) => status))).toEqual(new Set([503]));
    for (const { ms } of late) expect(ms).toBeLessThan(1_000);
    path.thaw();
    await expectWhole();
  });
});
