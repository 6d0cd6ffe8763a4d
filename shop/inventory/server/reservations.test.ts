// @engine: reservations use row locks.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { transactOnce } from "#platform/database/transact.ts";
import { refuse, rollBackIfRefused } from "#platform/http/refuse.ts";
import { generateUuid } from "#platform/ids.ts";
import { createTestContext, type TestContext } from "../../../tests/support/database.ts";
import { pickSize } from "../../../tests/support/long-form.ts";
import { readStock } from "../../../tests/support/ledger.ts";
import { readAvailableStock, readShownStock } from "./available-stock.ts";
import { commitStock, releaseStock, reserveStock, restock } from "./reservations.ts";
import { addStock, setStock, withdrawStock } from "./set-stock.ts";
import { listStockErrors } from "./stock-errors.ts";
import type { StockLine } from "./stock-ledger.ts";
import { stock, stockMovement } from "./tables.ts";

let context: TestContext;

beforeAll(async () => {
  context = await createTestContext();
});
beforeEach(async () => {
  await context.db
    .insert(stock)
    .values([
      { productId: "bowl", onHand: 10, base: 10 },
      { productId: "tray", onHand: 4, base: 4 },
      { productId: "plate", onHand: 2, base: 2, backorder: true },
      { productId: "board" },
    ]);
});
afterEach(() => context.wipe());
afterAll(() => context.close());

const take = (orderId: string, ...lines: StockLine[]) =>
  rollBackIfRefused(context.transact, async (tx) => {
    const shortages = await reserveStock(tx, orderId, lines);
    return shortages ? refuse("short", { details: shortages }) : null;
  });
const pieces = (quantity: number, productId = "bowl"): StockLine => ({ productId, quantity });
const release = (orderId: string) => context.transact((tx) => releaseStock(tx, orderId));
const commit = (orderId: string) => context.transact((tx) => commitStock(tx, orderId));
const putBack = (orderId: string) => context.transact((tx) => restock(tx, orderId));

const atOnce = <T>(times: number, call: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => call(index)));

test("exactly 10 of many concurrent buyers get one of 10 bowls (T14)", async () => {
  const sizes = [pickSize(60, 200), ...Array<number>(pickSize(5, 50)).fill(24)];
  for (const buyers of sizes) {
    const outcomes = await atOnce(buyers, () => take(generateUuid(), pieces(1)));
    expect(outcomes.filter((refused) => refused === null)).toHaveLength(10);
    expect(await readStock(context, "bowl")).toEqual({ onHand: 10, reserved: 10 });
    expect(await context.db.select().from(stockMovement)).toHaveLength(10);
    await context.db.delete(stockMovement);
    await context.db.update(stock).set({ reserved: 0 });
  }
});

test("buyers of the same two products in opposite order never deadlock", async () => {
  const lines = [pieces(1), pieces(1, "tray")];
  // Unlike `transact`, does not retry after a deadlock, so that a deadlock makes the test fail.
  const takeOnce = (some: StockLine[]) =>
    transactOnce(context.db, async (tx) => {
      if (await reserveStock(tx, generateUuid(), some)) throw new Error("short");
    });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 30 }, (_, index) => takeOnce(index % 2 ? lines : lines.toReversed())),
  );
  const refusals = outcomes.filter((outcome) => outcome.status === "rejected");
  expect(refusals.map(({ reason }) => String(reason))).toEqual(Array<string>(26).fill("Error: short"));
  expect(await readStock(context, "bowl")).toEqual({ onHand: 10, reserved: 4 });
  expect(await readStock(context, "tray")).toEqual({ onHand: 4, reserved: 4 });
});

test("a refused reservation lists each product with too few pieces, and reserves nothing", async () => {
  const lines = [pieces(11), pieces(5, "tray"), pieces(1, "board"), pieces(1, "gone")];
  expect(await take(generateUuid(), ...lines)).toMatchObject({
    extra: {
      details: [
        { productId: "bowl", wanted: 11, available: 10 },
        { productId: "gone", wanted: 1, available: 0 },
        { productId: "tray", wanted: 5, available: 4 },
      ],
    },
  });
  // Like a late payment, this transaction commits although the reservation was refused.
  const some = [pieces(1), pieces(5, "tray"), pieces(1, "board")];
  const shortages = await context.transact((tx) => reserveStock(tx, generateUuid(), some));
  expect(shortages).toMatchObject([{ productId: "tray" }]);
  expect(await readStock(context, "bowl")).toEqual({ onHand: 10, reserved: 0 });
  expect(await context.db.select().from(stockMovement)).toEqual([]);
});

test.each<[what: string, lines: StockLine[], isTaken: boolean]>([
  ["999 pieces made to order are reserved", [pieces(999, "board")], true],
  ["two lines of one product within its stock are reserved", [pieces(6), pieces(4)], true],
  ["two lines of one product that together exceed its stock are refused", [pieces(6), pieces(5)], false],
  ["a withdrawn product made to order is refused", [pieces(1, "withdrawn-board")], false],
  ["a withdrawn product with backorders is refused", [pieces(1, "withdrawn-plate")], false],
])("pieces are reserved only if they are for sale and in stock: %s", async (_, lines, isTaken) => {
  await context.db
    .insert(stock)
    .values([
      { productId: "withdrawn-board" },
      { productId: "withdrawn-plate", onHand: 2, base: 2, backorder: true },
    ]);
  await context.transact((tx) => withdrawStock(tx, ["withdrawn-board", "withdrawn-plate"], true));
  expect((await take(generateUuid(), ...lines)) === null).toBe(isTaken);
});

test("20 concurrent reservations of one order reserve its pieces once", async () => {
  const orderId = generateUuid();
  expect(await atOnce(20, () => take(orderId, pieces(2)))).toEqual(Array(20).fill(null));
  expect(await readStock(context, "bowl")).toEqual({ onHand: 10, reserved: 2 });
});

test.each([
  ["releases", [], release, { onHand: 10, reserved: 0 }],
  ["sales", [], commit, { onHand: 7, reserved: 0 }],
  ["restocks", [commit], putBack, { onHand: 10, reserved: 0 }],
  ["restocks of unsold pieces", [], putBack, { onHand: 10, reserved: 3 }],
  [
    "reservations after a release",
    [release],
    (orderId: string) => take(orderId, pieces(3)),
    { onHand: 10, reserved: 3 },
  ],
])("20 concurrent %s of one order change the stock at most once", async (_, previous, end, after) => {
  const orderId = generateUuid();
  await take(orderId, pieces(3), pieces(1, "board"));
  for (const step of previous) await step(orderId);
  await atOnce<unknown>(20, () => end(orderId));
  expect(await readStock(context, "bowl")).toEqual(after);
  expect(await readStock(context, "board")).toEqual({ onHand: null, reserved: 0 });
});

test("if reserved pieces are released and sold at the same time, only the release or only the sale takes effect", async () => {
  const orderId = generateUuid();
  await take(orderId, pieces(3));
  await atOnce(20, (index) => (index % 2 ? release(orderId) : commit(orderId)));
  expect([
    { onHand: 10, reserved: 0 },
    { onHand: 7, reserved: 0 },
  ]).toContainEqual(await readStock(context, "bowl"));
  expect(await context.db.select().from(stockMovement)).toHaveLength(2);
});

test("ending an order that reserved no pieces does not change the stock", async () => {
  await Promise.all([release(generateUuid()), commit(generateUuid()), putBack(generateUuid())]);
  expect(await readStock(context, "bowl")).toEqual({ onHand: 10, reserved: 0 });
});

describe("a product with backorders", () => {
  const readShown = async () => (await readShownStock(context.db, ["plate"])).get("plate");

  async function sell(quantity: number): Promise<string> {
    const orderId = generateUuid();
    await take(orderId, pieces(quantity, "plate"));
    await commit(orderId);
    return orderId;
  }

  test("a product with backorders can be ordered beyond its stock and shows how many pieces are ready to ship", async () => {
    expect(await readShown()).toEqual({ stock: undefined, ready: 2 });
    expect(await take(generateUuid(), pieces(1, "plate"))).toBeNull();
    expect(await readShown()).toEqual({ stock: undefined, ready: 1 });
    expect(await take(generateUuid(), pieces(5, "plate"))).toBeNull();
    expect(await readShown()).toEqual({ stock: undefined, ready: 0 });
    expect((await readAvailableStock(context.db, ["plate"])).get("plate")).toBeNull();
    expect(await listStockErrors(context.db)).toEqual([]);
  });

  test("stock oversold by backorders is negative until a restock, a count or an import", async () => {
    const orderId = await sell(5);
    expect(await readStock(context, "plate")).toEqual({ onHand: -3, reserved: 0 });
    await putBack(orderId);
    expect(await readStock(context, "plate")).toEqual({ onHand: 2, reserved: 0 });

    await sell(5);
    await context.transact((tx) => setStock(tx, "plate", 4));
    expect(await readShown()).toEqual({ stock: undefined, ready: 4 });

    await sell(6);
    const line = { productId: "plate", onHand: 0, withdrawn: false, backorder: false };
    await context.transact((tx) => addStock(tx, [line]));
    expect(await readShown()).toEqual({ stock: 0, ready: undefined });
    expect(await take(generateUuid(), pieces(1, "plate"))).not.toBeNull();
    const errors = await listStockErrors(context.db);
    expect(errors.filter(({ productId }) => productId === "plate")).toEqual([]);
  });
});
