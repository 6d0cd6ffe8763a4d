import * as v from "valibot";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { defineEvent } from "#contract/event.ts";
import { openPlainApp } from "../../tests/support/api.ts";
import { createTestContext, testEngine, type TestContext } from "../../tests/support/database.ts";
import { followRequests } from "./follow-requests.ts";
import { createLog } from "../observe/log.ts";
import { defineSubscriber } from "../outbox/subscriber.ts";

const cupSold = defineEvent("cup.sold", { cup: v.string() });
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
])("in a response with Cache-Control '%s', the header X-Request-Id is %s", async (held, id) => {
  const app = await openShop();
  const answer = await app.inject({ url: `/cups/${encodeURIComponent(held)}`, ...asProxy });
  expect(answer.headers).toMatchObject({ "cache-control": held });
  expect(answer.headers["x-request-id"]).toBe(id);
});

const asProxy = { headers: { "x-request-id": GIVEN }, remoteAddress: "127.0.0.1" };

test("the proxy's request id is in the response, the log, the outbox rows and the log of their deliveries", async () => {
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

test("an error response contains its request id, and the log has the cause and the PostgreSQL pid under that id", async () => {
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
  // These fields refer to PostgreSQL's log, which the embedded engine does not have.
  if (testEngine === "server")
    expect(line.err.cause).toMatchObject({
      backend: expect.any(Number),
      statement: expect.stringMatching(/^taruva_/),
    });
  await app.close();
});
