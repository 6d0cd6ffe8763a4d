// @engine: locks, races or SQL that the two engines could do differently.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { generateUuid } from "#platform/ids.ts";
import { createTestContext, type TestContext } from "../../../tests/support/database.ts";
import { readStock } from "../../../tests/support/stock-ledger.ts";
import { readAvailableStock, readSeenStock } from "./available-stock.ts";
import { importStock, setStock, withdrawStock } from "./set-stock.ts";
import { listStockErrors } from "./stock-errors.ts";
import { commitStock, reserveStock, restock } from "./reservations.ts";
import { stock } from "./tables.ts";

/* A product with stock that may be ordered beyond it. */

let context: TestContext;
beforeAll(async () => {
  context = await createTestContext();
});
beforeEach(() => context.db.insert(stock).values({ productId: "bowl", onHand: 2, base: 2, backorder: true }));
afterEach(() => context.wipe());
afterAll(() => context.close());

const take = (orderId: string, quantity: number) =>
  context.transact((tx) => reserveStock(tx, orderId, [{ productId: "bowl", quantity }]));
const commit = (orderId: string) => context.transact((tx) => commitStock(tx, orderId));
const seen = async () => (await readSeenStock(context.db, ["bowl"])).get("bowl");

test("more than there is can be ordered, and what is there is shown until it is gone", async () => {
  expect(await seen()).toEqual({ stock: undefined, ready: 2 });
  expect(await take(generateUuid(), 1)).toBeNull();
  expect(await seen()).toEqual({ stock: undefined, ready: 1 });
  expect(await take(generateUuid(), 5)).toBeNull();
  expect(await seen()).toEqual({ stock: undefined, ready: 0 });
  expect((await readAvailableStock(context.db, ["bowl"])).get("bowl")).toBeNull();
  expect(await listStockErrors(context.db)).toEqual([]);
});

test("what is sold beyond the stock is owed, and a cancelled order takes that back", async () => {
  const order = generateUuid();
  await take(order, 5);
  await commit(order);
  expect(await readStock(context, "bowl")).toEqual({ onHand: -3, reserved: 0 });
  await context.transact((tx) => restock(tx, order));
  expect(await readStock(context, "bowl")).toEqual({ onHand: 2, reserved: 0 });
  expect(await listStockErrors(context.db)).toEqual([]);
});

test("a count, and a list that takes it back to its stock, end what is owed", async () => {
  const order = generateUuid();
  await take(order, 5);
  await commit(order);
  await context.transact((tx) => setStock(tx, "bowl", 4));
  expect(await seen()).toEqual({ stock: undefined, ready: 4 });
  const again = generateUuid();
  await take(again, 6);
  await commit(again);
  const line = { productId: "bowl", importedCount: 2, importedCountBefore: 2, withdrawn: false };
  await context.db.update(stock).set({ importedCount: 2 });
  await context.transact((tx) => importStock(tx, [{ ...line, backorder: false }]));
  expect(await seen()).toEqual({ stock: 0, ready: undefined });
  expect(await take(generateUuid(), 1)).toEqual([{ productId: "bowl", wanted: 1, available: 0 }]);
  expect(await listStockErrors(context.db)).toEqual([]);
});

test("one that has left the shop cannot be ordered", async () => {
  await context.transact((tx) => withdrawStock(tx, ["bowl"], true));
  expect(await take(generateUuid(), 1)).toEqual([{ productId: "bowl", wanted: 1, available: 0 }]);
});

test("no other product is ever owed", async () => {
  await expect(context.db.insert(stock).values({ productId: "tray", onHand: -1 })).rejects.toThrow();
});
