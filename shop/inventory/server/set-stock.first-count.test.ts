// @engine: locks, races or SQL that the two engines could do differently.
import { AsyncLocalStorage } from "node:async_hooks";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { generateUuid } from "#platform/ids.ts";
import { createTestContext, testEngine, type TestContext } from "../../../tests/support/database.ts";
import { readStock } from "../../../tests/support/stock-ledger.ts";
import { listStockErrors } from "./stock-errors.ts";
import {
  holdStock,
  readStates,
  reserveStock,
  commitStock,
  releaseStock,
  writeReservation,
} from "./reservations.ts";
import { setStock } from "./set-stock.ts";
import type { StockLine } from "./stock-ledger.ts";
import { stock } from "./tables.ts";

// A board is made to order, until someone counts the boards.

let context: TestContext;
/** Runs something as if it came from another process: inside a transaction this one may use nothing else. */
const outside = AsyncLocalStorage.snapshot();

beforeAll(async () => {
  context = await createTestContext();
});
beforeEach(() => context.db.insert(stock).values({ productId: "board" }));
afterEach(() => context.wipe());
afterAll(() => context.close());

const reserve = (orderId: string, lines: StockLine[]) =>
  context.transact((tx) => reserveStock(tx, orderId, lines));
const boards = (quantity: number): StockLine[] => [{ productId: "board", quantity }];
const countElsewhere = (count: number): Promise<boolean> =>
  outside(() => context.transact((tx) => setStock(tx, "board", count)));
const countWaits = () =>
  outside(() =>
    context.database.pool.query(
      "select 1 from pg_locks where not granted and mode = 'ShareRowExclusiveLock'",
    ),
  );

test("what open orders hold of them is added up", async () => {
  const [paid, expired] = [generateUuid(), generateUuid()];
  await reserve(paid, boards(2));
  await reserve(expired, boards(3));
  await reserve(generateUuid(), boards(4));
  await context.transact((tx) => commitStock(tx, paid));
  await context.transact((tx) => releaseStock(tx, expired));
  await context.transact((tx) => setStock(tx, "board", 9));
  expect(await readStock(context, "board")).toEqual({ onHand: 9, reserved: 4 });
  await context.transact((tx) => setStock(tx, "board", null));
  expect(await readStock(context, "board")).toEqual({ onHand: null, reserved: 0 });
  await context.transact((tx) => setStock(tx, "board", 8));
  expect(await readStock(context, "board")).toEqual({ onHand: 8, reserved: 4 });
  const wrong = await listStockErrors(context.db);
  expect(wrong.filter(({ productId }) => productId === "board")).toEqual([]);
});

test.runIf(testEngine === "server")("an order that is being placed meanwhile is not forgotten", async () => {
  const counting = await context.transact(async (tx) => {
    const states = await holdStock(tx, await readStates(tx, boards(2)));
    await writeReservation(tx, { orderId: generateUuid(), turn: 1, lines: boards(2), states });
    const counted = countElsewhere(5);
    await expect.poll(async () => (await countWaits()).rowCount).toBe(1);
    return { counted };
  });
  expect(await counting.counted).toBe(true);
  expect(await readStock(context, "board")).toEqual({ onHand: 5, reserved: 2 });
});

test.runIf(testEngine === "server")("an order that saw no count yet looks again", async () => {
  let looks = 0;
  await context.transact(async (tx) => {
    const states = await holdStock(tx, await readStates(tx, boards(2)));
    if (looks++ === 0) await countElsewhere(5);
    await writeReservation(tx, { orderId: generateUuid(), turn: 1, lines: boards(2), states });
  });
  expect(looks).toBe(2);
  expect(await readStock(context, "board")).toEqual({ onHand: 5, reserved: 2 });
});
