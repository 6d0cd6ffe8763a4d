import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import * as v from "valibot";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { event } from "#contract/event.ts";
import { testContext, testEngine, testLog, type TestContext } from "../tests/support/database.ts";
import { createContext } from "./context.ts";
import { createOutbox } from "./outbox.ts";
import { subscriber, PermanentFailure, type Delivery } from "./subscriber.ts";
import { outbox as rowsTable } from "./tables.ts";

const cupSold = event("cup.sold", v.object({ cup: v.string() }));
const cupBroken = event("cup.broken", v.object({ cup: v.string() }));

const PATIENT = { timeout: 10_000 };

const heard: string[] = [];
const deliveries: Delivery[] = [];
let failures = 0;

const subscribers = [
  subscriber(cupSold, "shelf.reorder", async (_context, { cup }, delivery) => {
    heard.push(`reorder ${cup}`);
    deliveries.push(delivery);
  }),
  subscriber(cupSold, "mail.thank", async (_context, { cup }) => {
    heard.push(`thank ${cup}`);
    if (failures-- > 0) throw new Error("the post is closed");
  }),
];

let context: TestContext;
beforeEach(async () => {
  heard.length = 0;
  deliveries.length = 0;
  failures = 0;
  context ??= await testContext({ subscribers });
  await context.wipe();
});
afterAll(() => context.close());

const sell = (cup: string) => context.transact((tx) => context.outbox.publish(tx, cupSold, { cup }));
const rows = () => context.db.select().from(rowsTable);

test("each reaction hears of what was committed", async () => {
  await sell("oak");
  await context.settle();
  expect(heard.toSorted()).toEqual(["reorder oak", "thank oak"]);
});

test("nobody hears of what was rolled back", async () => {
  const undone = context.transact(async (tx) => {
    await context.outbox.publish(tx, cupSold, { cup: "elm" });
    throw new Error("no");
  });
  await expect(undone).rejects.toThrow("no");
  await context.settle();
  expect(heard).toEqual([]);
});

test("an event nobody listens to writes nothing; one that does not fit its schema is an error", async () => {
  await context.transact((tx) => context.outbox.publish(tx, cupBroken, { cup: "ash" }));
  expect(await rows()).toEqual([]);
  const wrong = context.transact((tx) =>
    context.outbox.publish(tx, cupSold, { cup: 7 as unknown as string }),
  );
  await expect(wrong).rejects.toThrow("Expected string");
});

test("a failing reaction is tried again later, without repeating the other", async () => {
  failures = 2;
  await sell("oak");
  await context.settle();
  expect(heard.toSorted()).toEqual(["reorder oak", "thank oak"]);
  await context.settle();
  expect(heard).toHaveLength(2); // not before its time

  for (let minute = 0; minute < 2; minute++) {
    context.clock.advance(60_000);
    await context.settle();
  }
  expect(heard.toSorted()).toEqual(["reorder oak", "thank oak", "thank oak", "thank oak"]);
  for (const row of await rows()) expect(row).toMatchObject({ doneAt: expect.any(Date), lastError: null });
});

test("after twelve attempts it is set aside for the operator", async () => {
  failures = 100;
  await sell("oak");
  for (let hour = 0; hour < 20; hour++) {
    await context.settle();
    context.clock.advance(2 * 60 * 60_000);
  }
  expect(heard.filter((what) => what === "thank oak")).toHaveLength(12);
  const dead = (await rows()).find(({ reaction: name }) => name === "mail.thank");
  expect(dead).toMatchObject({
    attempts: 12,
    doneAt: null,
    deadAt: expect.any(Date),
    lastError: "Error: the post is closed",
  });
});

test("what is refused for good is set aside at once", async () => {
  const refusing = subscriber(cupSold, "shelf.reorder", async () => {
    throw new PermanentFailure("no such shelf");
  });
  await sell("oak");
  await createOutbox({ db: context.db, log: testLog, now: context.now }, [refusing]).deliverReady(context);
  expect((await rows()).find(({ reaction: name }) => name === "shelf.reorder")).toMatchObject({
    attempts: 1,
    deadAt: context.now(),
  });
});

test("a reaction with a pause hears of it only then", async () => {
  const later = subscriber(cupSold, "shelf.reorder", async (_context, { cup }) => void heard.push(cup), {
    afterMs: 60_000,
  });
  const box = createOutbox({ db: context.db, log: testLog, now: context.now }, [later]);
  await context.transact((tx) => box.publish(tx, cupSold, { cup: "oak" }));
  expect(await box.deliverReady(context)).toBe(0);
  context.clock.advance(60_000);
  expect(await box.deliverReady(context)).toBe(1);
  expect(heard).toEqual(["oak"]);
});

test("however many wait for somebody outside, the shop's own work goes on", async () => {
  const outside = subscriber(
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
    async () => expect((await rows()).filter(({ attempts }) => attempts > 0)).toHaveLength(10),
    PATIENT,
  );
  await open.transact((tx) => box.publish(tx, cupSold, { cup: "oak" }));
  await vi.waitFor(() => expect(heard.toSorted()).toEqual(["reorder oak", "thank oak"]), PATIENT);
  await box.stop();
});

test("whoever dies in a delivery leaves it to the next, under the same id, when the lease runs out", async () => {
  await sell("oak");
  const dying = createOutbox({ db: context.db, log: testLog, now: context.now }, [
    subscriber(cupSold, "shelf.reorder", (_context, _payload, delivery) => {
      deliveries.push(delivery);
      return new Promise(() => {}); // never comes back
    }),
  ]);
  void dying.deliverReady(context);
  await vi.waitFor(() => expect(deliveries).toHaveLength(1));
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

test("a reaction only another version knows is left to it", async () => {
  await sell("oak");
  const older = createOutbox({ db: context.db, log: testLog, now: context.now }, subscribers.slice(0, 1));
  expect(await older.deliverReady(context)).toBe(1);
  expect(heard).toEqual(["reorder oak"]);
});

test("two reactions cannot share a name", () => {
  const twice = [...subscribers, ...subscribers.slice(0, 1)];
  expect(() => createOutbox({ db: context.db, log: testLog, now: context.now }, twice)).toThrow(
    "share a name",
  );
});

test("once started it delivers right after the commit, and keeps up with many", async () => {
  const box = createOutbox({ db: context.db, log: testLog, now: context.now }, subscribers);
  const open = createContext({ ...context, log: testLog, outbox: box });
  box.start(open);
  await sleep(200); // its first look finds nothing
  const began = performance.now();
  await open.transact((tx) => open.outbox.publish(tx, cupSold, { cup: "oak" }));
  await vi.waitFor(() => expect(heard).toHaveLength(2), { interval: 5 });
  expect(performance.now() - began).toBeLessThan(500); // by the clock alone it would look after 600 ms at the earliest

  for (let cup = 0; cup < 100; cup++) {
    await open.transact((tx) => open.outbox.publish(tx, cupSold, { cup: `number ${cup}` }));
  }
  await vi.waitFor(() => expect(heard).toHaveLength(202), { timeout: 10_000 });
  await box.stop();
  expect(new Set(heard).size).toBe(202);
  expect((await rows()).every(({ doneAt }) => doneAt)).toBe(true);
});

test("what is delivered out of memory waits for no query, and is delivered by the next when its process dies", async () => {
  const push = subscriber(cupSold, "page.push", async (_context, { cup }) => void heard.push(`page ${cup}`), {
    fromMemory: true,
  });
  const boxOf = () => createOutbox({ db: context.db, log: testLog, now: context.now }, [push]);
  const box = boxOf();
  const open = createContext({ ...context, log: testLog, outbox: box });
  const sellNow = (cup: string) => open.transact((tx) => box.publish(tx, cupSold, { cup }));
  box.start(open);
  await sellNow("oak");
  expect(heard).toEqual(["page oak"]); // no turn of the loop later
  await expect(
    open.transact(async (tx) => {
      await box.publish(tx, cupSold, { cup: "elm" });
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  await box.stop();
  expect(await rows()).toMatchObject([{ reaction: "page.push", attempts: 0, doneAt: context.now() }]);

  await sellNow("ash"); // no one writes down any more that it was delivered
  context.clock.advance(9_000);
  expect(await boxOf().deliverReady(context)).toBe(0);
  context.clock.advance(1_000);
  expect(await boxOf().deliverReady(context)).toBe(1);
  expect(heard).toEqual(["page oak", "page ash", "page ash"]);
});

test("stopping waits for the deliveries under way and tells them", async () => {
  let finished = false;
  const slow = subscriber(cupSold, "shelf.count", async (_context, _payload, { signal }) => {
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    finished = true;
  });
  const box = createOutbox({ db: context.db, log: testLog, now: context.now }, [slow]);
  box.start(context);
  await context.transact((tx) => box.publish(tx, cupSold, { cup: "oak" }));
  box.wake();
  await vi.waitFor(async () => expect((await rows())[0]?.attempts).toBe(1));
  await box.stop();
  expect(finished).toBe(true);
  expect((await rows())[0]?.doneAt).toEqual(context.now());
});

test("rows done a week ago are dropped, however many, the others stay", async () => {
  await sell("old");
  await context.settle();
  await context.db.execute(sql`
    insert into outbox (id, topic, reaction, payload, created_at, run_at, done_at)
    select gen_random_uuid(), topic, reaction, payload, created_at, run_at, done_at
      from outbox, generate_series(1, 3000)`);
  context.clock.advance(8 * 24 * 60 * 60_000);
  await sell("new");
  const box = createOutbox({ db: context.db, log: testLog, now: context.now }, subscribers);
  box.start(context);
  await vi.waitFor(
    async () =>
      expect((await rows()).map(({ payload }) => payload)).toEqual([{ cup: "new" }, { cup: "new" }]),
    PATIENT,
  );
  await box.stop();
});

test.runIf(testEngine === "server")("four processes share 400 rows, none is done twice", async () => {
  for (let cup = 0; cup < 20; cup++) {
    await context.transact(async (tx) => {
      for (let part = 0; part < 10; part++)
        await context.outbox.publish(tx, cupSold, { cup: `${cup}.${part}` });
    });
  }
  const boxes = Array.from({ length: 4 }, () =>
    createOutbox({ db: context.db, log: testLog, now: context.now }, subscribers),
  );
  for (const box of boxes) box.start(context);
  await vi.waitFor(() => expect(heard).toHaveLength(400), { timeout: 10_000 });
  await Promise.all(boxes.map((box) => box.stop()));
  expect(new Set(heard).size).toBe(400);
});
