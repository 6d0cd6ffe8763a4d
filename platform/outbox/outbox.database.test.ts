// @engine: rows that several deliveries lock
import * as v from "valibot";
import { sql } from "drizzle-orm";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { defineEvent } from "#contract/event.ts";
import { HOUR } from "#contract/time.ts";
import { createTestContext, type TestContext, testEngine, testLog } from "../../tests/support/database.ts";
import { createContext } from "../context.ts";
import { outbox as rowsTable } from "../database/tables.ts";
import { createOutbox } from "./outbox.ts";
import { defineSubscriber, type Delivery, PermanentFailure } from "./subscriber.ts";

const cupSold = defineEvent("cup.sold", { cup: v.string() });

const cupBroken = defineEvent("cup.broken", { cup: v.string() });

const LONG_TIMEOUT = { timeout: 60_000 };

const heard: string[] = [];

const deliveries: Delivery[] = [];

/** The number of deliveries of the thank-you mail that will still fail. */
let failures = 0;

const subscribers = [
  defineSubscriber(cupSold, "shelf.reorder", async (_context, { cup }, delivery) => {
    heard.push(`reorder ${cup}`);
    deliveries.push(delivery);
  }),
  defineSubscriber(cupSold, "mail.thank", async (_context, { cup }) => {
    heard.push(`thank ${cup}`);
    if (failures-- > 0) throw new Error("the post is closed");
  }),
];

let context: TestContext;
beforeAll(async () => {
  context = await createTestContext({ subscribers });
});
beforeEach(async () => {
  heard.length = 0;
  deliveries.length = 0;
  failures = 0;
  await context.wipe();
});
afterAll(() => context.close());

const publishSold = (cup: string) => context.transact((tx) => context.outbox.publish(tx, cupSold, { cup }));

const readRows = () => context.db.select().from(rowsTable);

test("an event of a rolled-back transaction is never delivered", async () => {
  const undone = context.transact(async (tx) => {
    await context.outbox.publish(tx, cupSold, { cup: "elm" });
    throw new Error("no");
  });
  await expect(undone).rejects.toThrow("no");
  await context.settle();
  expect(heard).toEqual([]);
});

test("a failing subscriber of an event is retried later, and the subscriber that succeeded is not called again", async () => {
  failures = 2;
  await publishSold("oak");
  await context.settle();
  expect(heard.toSorted()).toEqual(["reorder oak", "thank oak"]);
  await context.settle();
  expect(heard).toHaveLength(2); // The third delivery is not due yet.

  for (let minute = 0; minute < 2; minute++) {
    context.clock.advance(60_000);
    await context.settle();
  }
  expect(heard.toSorted()).toEqual(["reorder oak", "thank oak", "thank oak", "thank oak"]);
  for (const row of await readRows())
    expect(row).toMatchObject({ doneAt: expect.any(Date), lastError: null });
});

test("an event delivery that fails for more than a day is no longer retried and waits for the operator", async () => {
  failures = 100;
  await publishSold("oak");
  const isDead = async () => (await readRows()).some(({ deadAt }) => deadAt !== null);
  for (let hours = 0; hours < 12; hours++) {
    await context.settle();
    context.clock.advance(HOUR);
  }
  expect(await isDead()).toBe(false);
  for (let attempts = 0; attempts < 35; attempts++) {
    await context.settle();
    context.clock.advance(2 * HOUR);
  }
  const dead = (await readRows()).find(({ subscriber: name }) => name === "mail.thank");
  expect(dead).toMatchObject({
    attempts: 35,
    doneAt: null,
    deadAt: expect.any(Date),
    lastError: "Error: the post is closed",
  });
});

test("an event delivery that fails permanently is not retried", async () => {
  const refusing = defineSubscriber(cupSold, "shelf.reorder", async () => {
    throw new PermanentFailure("no such shelf");
  });
  await publishSold("oak");
  await createOutbox({ db: context.db, log: testLog, now: context.now }, [refusing]).deliverReady(context);
  expect((await readRows()).find(({ subscriber: name }) => name === "shelf.reorder")).toMatchObject({
    attempts: 1,
    deadAt: context.now(),
  });
});

test("an event delivery that a crash interrupted is repeated with the same id when its lease expires", async () => {
  await publishSold("oak");
  const dying = createOutbox({ db: context.db, log: testLog, now: context.now }, [
    defineSubscriber(cupSold, "shelf.reorder", (_context, _payload, delivery) => {
      deliveries.push(delivery);
      return new Promise(() => {}); // Never resolves.
    }),
  ]);
  void dying.deliverReady(context);
  await vi.waitFor(() => expect(deliveries).toHaveLength(1), LONG_TIMEOUT);
  await context.settle();
  expect(heard).toEqual(["thank oak"]);
  context.clock.advance(60_000);
  await context.settle();
  expect(heard).toEqual(["thank oak", "reorder oak"]);
  expect(deliveries.map(({ id, attempt }) => ({ id, attempt }))).toEqual([
    { id: deliveries[0]?.id, attempt: 1 },
    { id: deliveries[0]?.id, attempt: 2 },
  ]);
});

test("an event for a subscriber of another version of the shop waits for a process of that version", async () => {
  await publishSold("oak");
  const older = createOutbox({ db: context.db, log: testLog, now: context.now }, subscribers.slice(0, 1));
  expect(await older.deliverReady(context)).toBe(1);
  expect(heard).toEqual(["reorder oak"]);
});

test("event deliveries that wait for external services do not delay internal deliveries", async () => {
  const outside = defineSubscriber(
    cupBroken,
    "mail.sorry",
    (_context, _payload, { signal }) =>
      new Promise((resolve) => signal.addEventListener("abort", () => resolve())),
    { goesOutside: true },
  );
  const box = createOutbox({ db: context.db, log: testLog, now: context.now }, [...subscribers, outside]);
  const open = createContext({ ...context, log: testLog, outbox: box });
  box.start(open);
  await open.transact(async (tx) => {
    for (let cup = 0; cup < 30; cup++) await box.publish(tx, cupBroken, { cup: `number ${cup}` });
  });
  await vi.waitFor(
    async () => expect((await readRows()).filter(({ attempts }) => attempts > 0)).toHaveLength(10),
    LONG_TIMEOUT,
  );
  await open.transact((tx) => box.publish(tx, cupSold, { cup: "oak" }));
  await vi.waitFor(() => expect(heard.toSorted()).toEqual(["reorder oak", "thank oak"]), LONG_TIMEOUT);
  await box.stop();
});

test("a started outbox delivers an event right after its commit, and then delivers each of 30 further events once", async () => {
  const box = createOutbox({ db: context.db, log: testLog, now: context.now }, subscribers);
  const open = createContext({ ...context, log: testLog, outbox: box });
  box.start(open);
  await sleep(200); // The outbox's first poll finds no deliveries.
  // Stops the timers, to prove that a commit starts its deliveries without waiting for the next poll.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  await open.transact((tx) => open.outbox.publish(tx, cupSold, { cup: "oak" }));
  while (heard.length < 2) await new Promise((resolve) => setImmediate(resolve));
  vi.useRealTimers();

  for (let cup = 0; cup < 30; cup++) {
    await open.transact((tx) => open.outbox.publish(tx, cupSold, { cup: `number ${cup}` }));
  }
  await vi.waitFor(() => expect(heard).toHaveLength(62), LONG_TIMEOUT);
  await box.stop();
  expect(new Set(heard).size).toBe(62);
  expect((await readRows()).every(({ doneAt }) => doneAt)).toBe(true);
});

test("an event that is delivered from memory does not wait for the next poll; if its process crashes, another process delivers it again", async () => {
  const push = defineSubscriber(
    cupSold,
    "page.push",
    async (_context, { cup }) => void heard.push(`page ${cup}`),
    {
      fromMemory: true,
    },
  );
  const boxOf = () => createOutbox({ db: context.db, log: testLog, now: context.now }, [push]);
  const box = boxOf();
  const open = createContext({ ...context, log: testLog, outbox: box });
  const sellNow = (cup: string) => open.transact((tx) => box.publish(tx, cupSold, { cup }));
  box.start(open);
  await sellNow("oak");
  expect(heard).toEqual(["page oak"]); // The event is delivered at once, without waiting for the next poll.
  await expect(
    open.transact(async (tx) => {
      await box.publish(tx, cupSold, { cup: "elm" });
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  await box.stop();
  expect(await readRows()).toMatchObject([{ subscriber: "page.push", attempts: 0, doneAt: context.now() }]);

  await sellNow("ash"); // The delivery succeeds, but the process does not record this.
  context.clock.advance(9_000);
  expect(await boxOf().deliverReady(context)).toBe(0);
  context.clock.advance(1_000);
  expect(await boxOf().deliverReady(context)).toBe(1);
  expect(heard).toEqual(["page oak", "page ash", "page ash"]);
});

test("while a process runs, no other process takes over its event deliveries; half a minute after a crash another process repeats them", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const finish = Promise.withResolvers<void>();
  const slow = defineSubscriber(cupSold, "mail.slow", async (_context, { cup }) => {
    heard.push(cup);
    await finish.promise;
  });
  const boxOf = () => createOutbox({ db: context.db, log: testLog, now: context.now }, [slow]);
  const box = boxOf();
  box.start(createContext({ ...context, log: testLog, outbox: box }));
  await context.transact((tx) => box.publish(tx, cupSold, { cup: "oak" }));
  box.wake();
  await vi.waitFor(() => expect(heard).toEqual(["oak"]), LONG_TIMEOUT);
  const runAt = async () => (await readRows())[0]?.runAt.getTime() ?? 0;
  for (let second = 0; second < 60; second += 20) {
    context.clock.advance(20_000);
    vi.advanceTimersByTime(5_000);
    await vi.waitFor(
      async () => expect(await runAt()).toBeGreaterThan(context.now().getTime() + 24_000),
      LONG_TIMEOUT,
    );
    expect(await boxOf().deliverReady(context)).toBe(0);
  }
  vi.useRealTimers(); // The process stops extending its lease.
  context.clock.advance(26_000);
  const taken = boxOf().deliverReady(context);
  await vi.waitFor(() => expect(heard).toEqual(["oak", "oak"]), LONG_TIMEOUT);
  finish.resolve();
  await taken;
  await box.stop();
});

test("stopping the outbox aborts running deliveries and waits for them", async () => {
  let state = "waiting";
  const slow = defineSubscriber(cupSold, "shelf.count", async (_context, _payload, { signal }) => {
    state = "running";
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    state = "finished";
  });
  const box = createOutbox({ db: context.db, log: testLog, now: context.now }, [slow]);
  box.start(context);
  await context.transact((tx) => box.publish(tx, cupSold, { cup: "oak" }));
  box.wake();
  await vi.waitFor(() => expect(state).toBe("running"), LONG_TIMEOUT);
  await box.stop();
  expect(state).toBe("finished");
  expect((await readRows())[0]?.doneAt).toEqual(context.now());
});

test("the outbox stops within 10 s even if an event delivery has not ended, and the delivery is repeated later", async () => {
  const finish = Promise.withResolvers<void>();
  const slow = defineSubscriber(cupSold, "mail.slow", async (_context, { cup }) => {
    heard.push(cup);
    await finish.promise;
  });
  const boxOf = () => createOutbox({ db: context.db, log: testLog, now: context.now }, [slow]);
  const box = boxOf();
  box.start(context);
  await context.transact((tx) => box.publish(tx, cupSold, { cup: "oak" }));
  box.wake();
  await vi.waitFor(() => expect(heard).toEqual(["oak"]), LONG_TIMEOUT);
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const stopped = box.stop();
  vi.advanceTimersByTime(10_000);
  await stopped;
  vi.useRealTimers();
  context.clock.advance(26_000);
  const repeated = boxOf().deliverReady(context);
  await vi.waitFor(() => expect(heard).toEqual(["oak", "oak"]), LONG_TIMEOUT);
  finish.resolve();
  await repeated;
});

test("event deliveries that were done more than a week ago are deleted, and newer deliveries stay", async () => {
  await publishSold("old");
  await context.settle();
  await context.db.execute(sql`
    insert into outbox (id, topic, reaction, payload, created_at, run_at, done_at)
    select gen_random_uuid(), topic, reaction, payload, created_at, run_at, done_at
      from outbox, generate_series(1, 2600)`);
  context.clock.advance(8 * 24 * 60 * 60_000);
  await publishSold("new");
  const box = createOutbox({ db: context.db, log: testLog, now: context.now }, subscribers);
  box.start(context);
  await vi.waitFor(
    async () =>
      expect((await readRows()).map(({ payload }) => payload)).toEqual([{ cup: "new" }, { cup: "new" }]),
    LONG_TIMEOUT,
  );
  await box.stop();
});

test.runIf(testEngine === "server")(
  "four processes share 80 event deliveries, and no event is delivered twice",
  async () => {
    for (let cup = 0; cup < 4; cup++) {
      await context.transact(async (tx) => {
        for (let part = 0; part < 10; part++)
          await context.outbox.publish(tx, cupSold, { cup: `${cup}.${part}` });
      });
    }
    const boxes = Array.from({ length: 4 }, () =>
      createOutbox({ db: context.db, log: testLog, now: context.now }, subscribers),
    );
    for (const box of boxes) box.start(context);
    await vi.waitFor(() => expect(heard).toHaveLength(80), LONG_TIMEOUT);
    await Promise.all(boxes.map((box) => box.stop()));
    expect(new Set(heard).size).toBe(80);
  },
);
