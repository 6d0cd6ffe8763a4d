// @engine: rows that several deliveries lock
import { expect, test, vi } from "vitest";
import { testLog } from "../../tests/support/database.ts";
import {
  context,
  cupBroken,
  cupSold,
  deliveries,
  failNext,
  heard,
  LONG_TIMEOUT,
  readRows,
  publishSold,
  subscribers,
  setUpOutbox,
} from "../../tests/support/outbox-events.ts";
import { createOutbox } from "./outbox.ts";
import { PermanentFailure, defineSubscriber } from "./subscriber.ts";

setUpOutbox();

test("each subscriber receives what was committed", async () => {
  await publishSold("oak");
  await context.settle();
  expect(heard.toSorted()).toEqual(["reorder oak", "thank oak"]);
});

test("what was rolled back is never published", async () => {
  const undone = context.transact(async (tx) => {
    await context.outbox.publish(tx, cupSold, { cup: "elm" });
    throw new Error("no");
  });
  await expect(undone).rejects.toThrow("no");
  await context.settle();
  expect(heard).toEqual([]);
});

test("an event without subscribers writes nothing; one that does not fit its schema is an error", async () => {
  await context.transact((tx) => context.outbox.publish(tx, cupBroken, { cup: "ash" }));
  expect(await readRows()).toEqual([]);
  const wrong = context.transact((tx) =>
    context.outbox.publish(tx, cupSold, { cup: 7 as unknown as string }),
  );
  await expect(wrong).rejects.toThrow("Expected string");
});

test("a failing subscriber is tried again later, without repeating the other", async () => {
  failNext(2);
  await publishSold("oak");
  await context.settle();
  expect(heard.toSorted()).toEqual(["reorder oak", "thank oak"]);
  await context.settle();
  expect(heard).toHaveLength(2); // not before its time

  for (let minute = 0; minute < 2; minute++) {
    context.clock.advance(60_000);
    await context.settle();
  }
  expect(heard.toSorted()).toEqual(["reorder oak", "thank oak", "thank oak", "thank oak"]);
  for (const row of await readRows())
    expect(row).toMatchObject({ doneAt: expect.any(Date), lastError: null });
});

test("after twelve attempts it is set aside for the operator", async () => {
  failNext(100);
  await publishSold("oak");
  for (let hour = 0; hour < 20; hour++) {
    await context.settle();
    context.clock.advance(2 * 60 * 60_000);
  }
  expect(heard.filter((what) => what === "thank oak")).toHaveLength(12);
  const dead = (await readRows()).find(({ subscriber: name }) => name === "mail.thank");
  expect(dead).toMatchObject({
    attempts: 12,
    doneAt: null,
    deadAt: expect.any(Date),
    lastError: "Error: the post is closed",
  });
});

test("what is refused for good is set aside at once", async () => {
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

test("a subscriber with a pause receives the event only then", async () => {
  const later = defineSubscriber(
    cupSold,
    "shelf.reorder",
    async (_context, { cup }) => void heard.push(cup),
    {
      afterMs: 60_000,
    },
  );
  const box = createOutbox({ db: context.db, log: testLog, now: context.now }, [later]);
  await context.transact((tx) => box.publish(tx, cupSold, { cup: "oak" }));
  expect(await box.deliverReady(context)).toBe(0);
  context.clock.advance(60_000);
  expect(await box.deliverReady(context)).toBe(1);
  expect(heard).toEqual(["oak"]);
});

test("a process that crashes in a delivery leaves it to the next, under the same id, when the lease runs out", async () => {
  await publishSold("oak");
  const dying = createOutbox({ db: context.db, log: testLog, now: context.now }, [
    defineSubscriber(cupSold, "shelf.reorder", (_context, _payload, delivery) => {
      deliveries.push(delivery);
      return new Promise(() => {}); // never comes back
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

test("a subscriber only another version knows is left to it", async () => {
  await publishSold("oak");
  const older = createOutbox({ db: context.db, log: testLog, now: context.now }, subscribers.slice(0, 1));
  expect(await older.deliverReady(context)).toBe(1);
  expect(heard).toEqual(["reorder oak"]);
});

test("two subscribers cannot share a name", () => {
  const twice = [...subscribers, ...subscribers.slice(0, 1)];
  expect(() => createOutbox({ db: context.db, log: testLog, now: context.now }, twice)).toThrow(
    "share a name",
  );
});
