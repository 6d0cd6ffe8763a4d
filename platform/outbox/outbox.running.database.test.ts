import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { testEngine, testLog } from "../../tests/support/database.ts";
import {
  context,
  cupBroken,
  cupSold,
  heard,
  LONG_TIMEOUT,
  readRows,
  publishSold,
  subscribers,
  setUpOutbox,
} from "../../tests/support/outbox-events.ts";
import { createContext } from "../context.ts";
import { createOutbox } from "./outbox.ts";
import { defineSubscriber } from "./subscriber.ts";

setUpOutbox();

test("however many wait for someone outside, the shop's own work goes on", async () => {
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

test("once started it delivers right after the commit, and keeps up with many", async () => {
  const box = createOutbox({ db: context.db, log: testLog, now: context.now }, subscribers);
  const open = createContext({ ...context, log: testLog, outbox: box });
  box.start(open);
  await sleep(200); // its first look finds nothing
  // For one row each a look by the clock alone would take 800 ms and more.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  await open.transact((tx) => open.outbox.publish(tx, cupSold, { cup: "oak" }));
  while (heard.length < 2) await new Promise((resolve) => setImmediate(resolve));
  vi.useRealTimers();

  for (let cup = 0; cup < 100; cup++) {
    await open.transact((tx) => open.outbox.publish(tx, cupSold, { cup: `number ${cup}` }));
  }
  await vi.waitFor(() => expect(heard).toHaveLength(202), { timeout: 10_000 });
  await box.stop();
  expect(new Set(heard).size).toBe(202);
  expect((await readRows()).every(({ doneAt }) => doneAt)).toBe(true);
});

test("what is delivered out of memory waits for no query, and is delivered by the next when its process crashes", async () => {
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
  expect(heard).toEqual(["page oak"]); // no turn of the loop later
  await expect(
    open.transact(async (tx) => {
      await box.publish(tx, cupSold, { cup: "elm" });
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  await box.stop();
  expect(await readRows()).toMatchObject([{ subscriber: "page.push", attempts: 0, doneAt: context.now() }]);

  await sellNow("ash"); // no one writes down any more that it was delivered
  context.clock.advance(9_000);
  expect(await boxOf().deliverReady(context)).toBe(0);
  context.clock.advance(1_000);
  expect(await boxOf().deliverReady(context)).toBe(1);
  expect(heard).toEqual(["page oak", "page ash", "page ash"]);
});

test("a delivery is its process's while that lives, and another's half a minute after it died", async () => {
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
  vi.useRealTimers(); // from here on the process says nothing more
  context.clock.advance(26_000);
  const taken = boxOf().deliverReady(context);
  await vi.waitFor(() => expect(heard).toEqual(["oak", "oak"]), LONG_TIMEOUT);
  finish.resolve();
  await taken;
  await box.stop();
});

test("stopping waits for the deliveries under way and aborts them", async () => {
  let finished = false;
  const slow = defineSubscriber(cupSold, "shelf.count", async (_context, _payload, { signal }) => {
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    finished = true;
  });
  const box = createOutbox({ db: context.db, log: testLog, now: context.now }, [slow]);
  box.start(context);
  await context.transact((tx) => box.publish(tx, cupSold, { cup: "oak" }));
  box.wake();
  await vi.waitFor(async () => expect((await readRows())[0]?.attempts).toBe(1), LONG_TIMEOUT);
  await box.stop();
  expect(finished).toBe(true);
  expect((await readRows())[0]?.doneAt).toEqual(context.now());
});

test("rows done a week ago are dropped, however many, the others stay", async () => {
  await publishSold("old");
  await context.settle();
  await context.db.execute(sql`
    insert into outbox (id, topic, reaction, payload, created_at, run_at, done_at)
    select gen_random_uuid(), topic, reaction, payload, created_at, run_at, done_at
      from outbox, generate_series(1, 3000)`);
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
