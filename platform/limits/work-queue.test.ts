import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { HttpRefusal } from "../http/envelope.ts";
import { createWorkQueue } from "./work-queue.ts";

const usual = { atOnce: 1, maxWaiting: 3, longestWaitMs: 60_000, longestTurnMs: 60_000 };

function createHeldWork() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { work: () => promise, finish: () => resolve("done") };
}

const toRefusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (cause: unknown) => (cause instanceof HttpRefusal ? [cause.status, cause.extra.headers] : cause),
  );

test("T36: a queue runs a limited number of jobs at a time, in order", async () => {
  const queue = createWorkQueue({ ...usual, atOnce: 2 });
  const pieces = [createHeldWork(), createHeldWork(), createHeldWork()];
  const begun: number[] = [];
  const done = pieces.map(({ work }, number) => queue.run(() => (begun.push(number), work())));
  await pause(1);
  expect(begun).toEqual([0, 1]);
  pieces[1]?.finish();
  await done[1];
  await pause(1);
  expect(begun).toEqual([0, 1, 2]);
  for (const { finish } of pieces) finish();
  await Promise.all(done);
});

test("T36: a job is refused with 503 and Retry-After if the queue is full, and accepted again afterwards", async () => {
  const queue = createWorkQueue(usual);
  const first = createHeldWork();
  const running = queue.run(first.work);
  const waiting = [1, 2, 3].map((number) => queue.run(async () => number));
  expect(await toRefusal(queue.run(async () => 4))).toEqual([503, { "retry-after": "60" }]);
  expect(() => queue.checkCapacity()).toThrow(HttpRefusal);
  const begun: string[] = [];
  void waiting[0]?.then(() => begun.push("the first who waited"));
  const urgent = queue.runFirst(async () => begun.push("one who goes first"));
  first.finish();
  expect(await running).toBe("done");
  await urgent;
  expect(await Promise.all(waiting)).toEqual([1, 2, 3]);
  expect(begun[0]).toBe("one who goes first");
  expect(await queue.run(async () => 5)).toBe(5);
  expect(() => queue.checkCapacity()).not.toThrow();
});

test("T36: a job that has waited too long is refused, and a hanging job does not block the queue for ever", async () => {
  const impatient = createWorkQueue({ ...usual, longestWaitMs: 10 });
  const hangs = createHeldWork();
  void impatient.run(hangs.work);
  expect(await toRefusal(impatient.run(async () => 1))).toEqual([503, { "retry-after": "1" }]);
  hangs.finish();

  const moving = createWorkQueue({ ...usual, longestTurnMs: 10 });
  const other = createHeldWork();
  const slow = moving.run(other.work);
  expect(await moving.run(async () => 1)).toBe(1);
  other.finish();
  expect(await slow).toBe("done");
});

test("a job queued with runWhenIdle starts only when no other job is running, and delays no other job", async () => {
  const queue = createWorkQueue({ atOnce: 2 });
  const begun: string[] = [];
  const pieces = ["first", "idle", "other idle", "second", "third"].map((name) => ({
    name,
    ...createHeldWork(),
  }));
  const done = pieces.map(({ name, work }) => {
    const run = name.endsWith("idle") ? queue.runWhenIdle : queue.run;
    return run(() => (begun.push(name), work()));
  });
  const finish = async (number: number) => {
    pieces[number]?.finish();
    await done[number];
    await pause(1);
    return begun.at(-1);
  };
  await pause(1);
  expect(begun).toEqual(["first", "second"]);
  expect(await finish(0)).toBe("third");
  expect(await finish(3)).toBe("third");
  expect(await finish(4)).toBe("idle");
  const late = queue.run(async () => "at once, beside it");
  expect(await late).toBe("at once, beside it");
  expect(await finish(1)).toBe("other idle");
  expect(await finish(2)).toBe("other idle");
});

test("T51: a job of a disconnected client is not started, and its place in the queue is free at once", async () => {
  const queue = createWorkQueue({ ...usual, maxWaiting: 1 });
  const first = createHeldWork();
  const running = queue.run(first.work);
  const leaving = new AbortController();
  const begun: string[] = [];
  const dropped = queue.run(async () => begun.push("dropped"), leaving.signal);
  expect(() => queue.checkCapacity()).toThrow(HttpRefusal);
  leaving.abort();
  await expect(dropped).rejects.toThrow(HttpRefusal);
  const next = queue.run(async () => begun.push("next"));
  await expect(queue.run(async () => begun.push("gone before"), leaving.signal)).rejects.toThrow(HttpRefusal);
  first.finish();
  await Promise.all([running, next]);
  expect(begun).toEqual(["next"]);
});
