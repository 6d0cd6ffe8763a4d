import type pg from "pg";
import * as v from "valibot";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { defineEvent } from "#contract/event.ts";
import { openPlainApp } from "../../tests/support/api.ts";
import { createTestContext, type TestContext } from "../../tests/support/database.ts";
import { countStatements } from "../../tests/support/statements.ts";
import { runFor } from "../observe/current-work.ts";
import { followRequests } from "./follow-requests.ts";
import { createLog } from "../observe/log.ts";
import { defineSubscriber } from "../outbox/subscriber.ts";
import { noteAnswer, noteSent, SLOW_MS } from "../database/named-statements.ts";

const cupSold = defineEvent("cup.sold", v.object({ cup: v.string() }));
const GIVEN = "4bf92f3577b34da6a3ce929d0e0e4736";

let context: TestContext;
let logged: string[] = [];
const log = createLog("info", { write: (line) => void logged.push(line) });
const readLog = () => logged.map((line) => JSON.parse(line) as Record<string, unknown>);

beforeAll(async () => {
  const subscribers = [
    defineSubscriber(cupSold, "mail.thank", async ({ log: own }, { cup }) => {
      own.info({ cup }, "thanked");
    }),
  ];
  context = await createTestContext({ subscribers, log });
});
beforeEach(() => {
  logged = [];
});
afterAll(() => context.close());

async function openShop() {
  const { app } = await openPlainApp(context, async (scope) => {
    followRequests(scope);
    scope.addContentTypeParser("application/json", { parseAs: "string" }, (_request, _text, done) =>
      done(null, {}),
    );
    scope.get("/cups/:held", (request, reply) =>
      reply.header("cache-control", (request.params as { held: string }).held).send("a cup"),
    );
    scope.post("/api/cups/:cup", async () => {
      context.log.info("sold");
      await context.transact((tx) => context.outbox.publish(tx, cupSold, { cup: "blue" }));
      return {};
    });
  });
  return app;
}

test.each([
  ["public, max-age=31536000, immutable", undefined],
  ["public, max-age=0, s-maxage=60", undefined],
  ["no-cache", undefined],
  ["no-store", GIVEN],
])("an answer that is %s has the id: %s", async (held, id) => {
  const app = await openShop();
  const answer = await app.inject({ url: `/cups/${encodeURIComponent(held)}`, ...asProxy });
  expect(answer.headers).toMatchObject({ "cache-control": held });
  expect(answer.headers["x-request-id"]).toBe(id);
});

const asProxy = { headers: { "x-request-id": GIVEN }, remoteAddress: "127.0.0.1" };

test("the id of the proxy is in the answer, in the log, in the rows of the outbox and in the log of their deliveries", async () => {
  const app = await openShop();
  const answer = await app.inject({ method: "POST", url: "/api/cups/7", payload: {}, ...asProxy });
  expect(answer.headers["x-request-id"]).toBe(GIVEN);
  await context.settle();
  expect(readLog()).toMatchObject([
    { msg: "sold", requestId: GIVEN },
    { msg: "thanked", requestId: GIVEN },
  ]);
  const { rows } = await context.database.pool.query("select request_id from outbox");
  expect(rows).toEqual([{ request_id: GIVEN }]);
  await app.close();
});

test("an answer to an error names its request, and the log has the cause with PostgreSQL's process under the same id", async () => {
  const { app, readLog: readOwnLog } = await openPlainApp(context, async (scope) => {
    followRequests(scope);
    scope.get("/api/broken", async () => {
      await context.db.execute(sql`select 1 from no_such_table`);
    });
  });
  const answer = await app.inject({ method: "GET", url: "/api/broken", ...asProxy });
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toMatchObject({ requestId: GIVEN });
  const line = JSON.parse(readOwnLog().trim()) as {
    requestId: string;
    err: { cause: { statement: string } };
  };
  expect(line.requestId).toBe(GIVEN);
  expect(line.err.cause).toMatchObject({
    backend: expect.any(Number),
    statement: expect.stringMatching(/^taruva_/),
  });
  await app.close();
});

test("a transaction begins with the request in a comment; statements that are planned once have the same text for all", async () => {
  const texts: string[] = [];
  const client = await context.database.pool.connect();
  client.release();
  const { connection } = client as unknown as { connection: { query(text: string): void } };
  const send = connection.query.bind(connection);
  connection.query = (text) => {
    texts.push(text);
    send(text);
  };
  const sent = countStatements(context.database.pool);
  const sell = () => context.transact((tx) => context.outbox.publish(tx, cupSold, { cup: "red" }));
  await runFor({ id: GIVEN, name: "POST /api/orders" }, sell);
  await runFor({ id: "another-one", name: "POST /api/orders" }, sell);
  connection.query = send;
  const inserts = sent.stop().texts.filter((text) => text.startsWith("insert"));
  expect(new Set(inserts).size).toBe(1);
  if (context.engine === "embedded")
    expect(texts).toEqual(
      expect.arrayContaining([`begin /*action='POST%20%2Fapi%2Forders',request_id='${GIVEN}'*/`]),
    );
});

test("a slow statement is in the log with the request, PostgreSQL's process and the statement's name; others are not", () => {
  const client = { processID: 4711 } as unknown as pg.PoolClient;
  runFor({ id: GIVEN, name: "GET /api/slow" }, () => {
    const sent = noteSent("select *\n  from orders", "taruva_7");
    noteAnswer(client, log, sent);
    runFor(undefined, () => noteAnswer(client, log, { ...sent, began: sent.began - SLOW_MS }));
  });
  expect(readLog()).toMatchObject([
    {
      msg: "slow statement",
      level: "warn",
      requestId: GIVEN,
      action: "GET /api/slow",
      statement: "taruva_7",
      backend: 4711,
      sql: "select * from orders",
    },
  ]);
});
