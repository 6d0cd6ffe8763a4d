// @engine: a stock count and orders that are being placed wait for each other.
import { AsyncLocalStorage } from "node:async_hooks";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { generateUuid } from "#platform/ids.ts";
import { createTestContext, testEngine, type TestContext } from "../../../tests/support/database.ts";
import { readStock } from "../../../tests/support/ledger.ts";
import { checkStock, listStockErrors } from "./stock-errors.ts";
import {
  commitStock,
  lockStates,
  readStates,
  releaseStock,
  reserveStock,
  restock,
  writeReservation,
} from "./reservations.ts";
import { setStock } from "./set-stock.ts";
import { stock } from "./tables.ts";

let context: TestContext;
/** Runs a function outside the current transaction, like another server process. */
const outside = AsyncLocalStorage.snapshot();

beforeAll(async () => {
  context = await createTestContext();
});
afterAll(() => context.close());
beforeEach(async () => {
  await context.wipe();
  await context.db.insert(stock).values([{ productId: "bowl", onHand: 9, base: 9 }, { productId: "board" }]);
});

const count = (productId: string, pieces: number | null) =>
  context.transact((tx) => setStock(tx, productId, pieces));

const reserve = async (quantity: number, productId = "bowl") => {
  const orderId = generateUuid();
  await context.transact((tx) => reserveStock(tx, orderId, [{ productId, quantity }]));
  return orderId;
};
const commit = (orderId: string) => context.transact((tx) => commitStock(tx, orderId));
const sell = async (quantity: number) => {
  const orderId = await reserve(quantity);
  await commit(orderId);
  return orderId;
};

const readErrors = async () =>
  (await listStockErrors(context.db)).map(({ productId, orderKey, words }) => [
    productId,
    orderKey ?? "",
    words,
  ]);

test("if a product made to order gets a stock count, the pieces of its unpaid orders are reserved", async () => {
  const [paid, expired] = [await reserve(2, "board"), await reserve(3, "board")];
  await reserve(4, "board");
  await commit(paid);
  await context.transact((tx) => releaseStock(tx, expired));
  for (const pieces of [9, null, 8]) {
    await count("board", pieces);
    expect(await readStock(context, "board")).toEqual({ onHand: pieces, reserved: pieces === null ? 0 : 4 });
  }
  expect(await readErrors()).toEqual([]);
});

const boards = [{ productId: "board", quantity: 2 }];
const countElsewhere = () => outside(() => count("board", 5));

test.runIf(testEngine === "server")(
  "the first stock count waits for an order that is being placed",
  async () => {
    const countWaits = () =>
      outside(() =>
        context.database.pool.query(
          "select 1 from pg_locks where not granted and mode = 'ShareRowExclusiveLock'",
        ),
      );
    const counting = await context.transact(async (tx) => {
      const states = await lockStates(tx, await readStates(tx, boards));
      await writeReservation(tx, { orderId: generateUuid(), turn: 1, lines: boards, states });
      const counted = countElsewhere();
      await expect.poll(async () => (await countWaits()).rowCount).toBe(1);
      return { counted };
    });
    expect(await counting.counted).toBe(true);
    expect(await readStock(context, "board")).toEqual({ onHand: 5, reserved: 2 });
  },
);

test.runIf(testEngine === "server")(
  "an order that is being placed while its product is counted reserves pieces of the counted stock",
  async () => {
    let attempts = 0;
    await context.transact(async (tx) => {
      const states = await lockStates(tx, await readStates(tx, boards));
      if (attempts++ === 0) await countElsewhere();
      await writeReservation(tx, { orderId: generateUuid(), turn: 1, lines: boards, states });
    });
    expect(attempts).toBe(2);
    expect(await readStock(context, "board")).toEqual({ onHand: 5, reserved: 2 });
  },
);

test("the stock is the last count, minus pieces sold and plus pieces returned since", async () => {
  await reserve(1);
  const released = await reserve(1);
  await context.transact((tx) => releaseStock(tx, released));
  const first = await sell(4);
  await count("bowl", 20);
  await sell(3);
  await context.transact((tx) => restock(tx, first));
  expect(await checkStock(context)).toEqual([]);
  await context.database.pool.query("update stock set on_hand = 20 where product_id = 'bowl'");
  const wrong =
    "20 unsold pieces are recorded, but after the last count and all later orders there should be 21";
  expect(await checkStock(context)).toEqual([
    {
      about: "bowl",
      what: `stock: ${wrong}`,
      remedy: "Count the pieces, and set the stock of the product",
      screen: "/products/bowl",
    },
  ]);
  await count("bowl", null);
  await sell(1);
  await count("bowl", 2);
  expect(await readErrors()).toEqual([]);
});

test("the stock stays correct when pieces are sold and counted at the same time", async () => {
  await count("bowl", 100);
  await Promise.all(
    Array.from({ length: 30 }, (_, at) => (at % 3 === 0 ? count("bowl", 100 + at) : sell(1))),
  );
  expect(await readErrors()).toEqual([]);
});

test("the stock check reports a wrong number of reserved pieces, and pieces that were released and also sold", async () => {
  const { pool } = context.database;
  const orderId = await reserve(2);
  await pool.query("update stock set reserved = 3 where product_id = 'bowl'");
  expect(await readErrors()).toEqual([["bowl", "", "3 pieces are reserved, but open orders need 2"]]);
  await pool.query("update stock set reserved = 0 where product_id = 'bowl'");
  const move = (kind: string) =>
    pool.query("insert into stock_movement values ($1, 'bowl', 1, $2, 2)", [orderId, kind]);
  await move("release");
  expect(await readErrors()).toEqual([]);
  await move("commit");
  expect(await readErrors()).toEqual([
    ["bowl", orderId, "the same pieces were released and sold"],
    [
      "bowl",
      "",
      "9 unsold pieces are recorded, but after the last count and all later orders there should be 7",
    ],
  ]);
});
