// @engine: a race for one row
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase, createTestClock, type TestDatabase } from "../../tests/support/database.ts";
import { consumeLimit, deleteFullLimits, undoConsume } from "./rate-limit.ts";

const TEN_IN_TEN_MINUTES = { burst: 10, perMs: 600_000 };

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test("of 50 concurrent requests, a rate limit with a burst of 10 allows exactly 10", async () => {
  const { now } = createTestClock();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => consumeLimit(database.db, "parallel", TEN_IN_TEN_MINUTES, now())),
  );
  expect(answers.filter(({ allowed }) => allowed)).toHaveLength(10);
  for (const { allowed, retryAfterMs } of answers) expect(retryAfterMs).toBe(allowed ? 0 : 60_000);
});

test("a rate limit of 10 requests in 10 minutes allows one request a minute after the burst, to the millisecond", async () => {
  const clock = createTestClock();
  const ask = () => consumeLimit(database.db, "slow", TEN_IN_TEN_MINUTES, clock.now());
  for (let use = 0; use < 10; use++) await ask();
  expect(await ask()).toEqual({ allowed: false, retryAfterMs: 60_000 });
  clock.advance(59_999);
  expect(await ask()).toEqual({ allowed: false, retryAfterMs: 1 });
  clock.advance(1);
  expect(await ask()).toEqual({ allowed: true, retryAfterMs: 0 });
  expect(await ask()).toEqual({ allowed: false, retryAfterMs: 60_000 });
  clock.advance(6_000_000); // A longer pause does not allow more uses.
  for (let use = 0; use < 10; use++) expect((await ask()).allowed).toBe(true);
  expect((await ask()).allowed).toBe(false);
});

test("a rate limit allows its whole burst even if the interval between two uses is not a whole number of milliseconds", async () => {
  const { now } = createTestClock();
  for (const limit of [
    { burst: 7, perMs: 60_000 },
    { burst: 11, perMs: 3_600_000 },
  ]) {
    const ask = () => consumeLimit(database.db, `uneven ${limit.burst}`, limit, now());
    for (let use = 1; use <= limit.burst; use++) expect((await ask()).allowed, `use ${use}`).toBe(true);
    expect((await ask()).allowed).toBe(false);
  }
});

test("after the clock is set back a year, a request waits no longer than if the rate limit were used up", async () => {
  const clock = createTestClock();
  const ask = () => consumeLimit(database.db, "ahead", TEN_IN_TEN_MINUTES, clock.now());
  await ask();
  clock.advance(-365 * 24 * 3_600_000);
  expect(await ask()).toEqual({ allowed: false, retryAfterMs: 60_000 });
  clock.advance(60_000);
  expect(await ask()).toEqual({ allowed: true, retryAfterMs: 0 });
});

test("each key, such as an IP address, has its own rate limit, and a request can be removed from the count", async () => {
  const { now } = createTestClock();
  const once = { burst: 1, perMs: 60_000 };
  expect((await consumeLimit(database.db, "a", once, now())).allowed).toBe(true);
  expect((await consumeLimit(database.db, "b", once, now())).allowed).toBe(true);
  expect((await consumeLimit(database.db, "a", once, now())).allowed).toBe(false);
  await undoConsume(database.db, "a", once);
  expect((await consumeLimit(database.db, "a", once, now())).allowed).toBe(true);
});

test("a stored rate limit is deleted when its full burst is available again", async () => {
  const clock = createTestClock();
  const once = { burst: 1, perMs: 60_000 };
  await database.wipe();
  await consumeLimit(database.db, "old", once, clock.now());
  clock.advance(30_000);
  await consumeLimit(database.db, "new", once, clock.now());
  clock.advance(30_000);
  await deleteFullLimits(database.db, clock.now());
  const { rows } = await database.pool.query("select key from rate_limit");
  expect(rows).toEqual([{ key: "new" }]);
});
