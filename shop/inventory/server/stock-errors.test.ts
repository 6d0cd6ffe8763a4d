// @engine: locks, races or SQL that the two engines could do differently.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { generateUuid } from "#platform/ids.ts";
import { type TestContext, createTestContext } from "../../../tests/support/database.ts";
import { stockProducts } from "../../../tests/support/goods.ts";
import { stockCommands } from "./commands.ts";
import { setStock } from "./set-stock.ts";
import { commitStock, releaseStock, restock, reserveStock } from "./reservations.ts";

let context: TestContext;

beforeAll(async () => {
  context = await createTestContext();
});
afterAll(() => context.close());
beforeEach(async () => {
  await context.wipe();
  await stockProducts(context, [{ id: "bowl", onHand: 9 }, { id: "tray" }]);
});

const audit = async () => {
  const command = stockCommands.find(({ noun, verb }) => noun === "stock" && verb === "audit");
  return command?.run(context, { args: {}, options: {}, folder: "/" });
};

test("whatever orders do with their goods, the ledger agrees", async () => {
  const ends = [releaseStock, commitStock, restock];
  for (const end of [null, ...ends]) {
    await context.transact(async (tx) => {
      const order = generateUuid();
      await reserveStock(tx, order, [
        { productId: "bowl", quantity: 2 },
        { productId: "tray", quantity: 1 },
      ]);
      if (end === restock) await commitStock(tx, order);
      await end?.(tx, order);
    });
  }
  expect(await audit()).toMatchObject({ rows: [], message: "The stock agrees with its ledger." });
});

const sell = (quantity: number) =>
  context.transact(async (tx) => {
    const order = generateUuid();
    await reserveStock(tx, order, [{ productId: "bowl", quantity }]);
    await commitStock(tx, order);
    return order;
  });

test("what is there is what was counted, less what orders took and plus what came back since", async () => {
  const first = await sell(4);
  await context.transact((tx) => setStock(tx, "bowl", 20));
  await sell(3);
  await context.transact((tx) => restock(tx, first));
  expect((await audit())?.rows).toEqual([]);
  await context.database.pool.query("update stock set on_hand = 20 where product_id = 'bowl'");
  const wrong = "20 there, but the last count and what orders did since make it 21";
  expect(await audit()).toMatchObject({ rows: [["bowl", "", wrong]], attention: true });
  await context.transact((tx) => setStock(tx, "bowl", null));
  await sell(1);
  await context.transact((tx) => setStock(tx, "bowl", 2));
  expect((await audit())?.rows).toEqual([]);
});

test("counting while pieces are sold loses none of them", async () => {
  await context.transact((tx) => setStock(tx, "bowl", 100));
  await Promise.all(
    Array.from({ length: 30 }, (_, at) =>
      at % 3 === 0 ? context.transact((tx) => setStock(tx, "bowl", 100 + at)) : sell(1),
    ),
  );
  expect((await audit())?.rows).toEqual([]);
});

test("a count that was lower than what was promised already is put right by the sale", async () => {
  const order = generateUuid();
  await context.transact((tx) => reserveStock(tx, order, [{ productId: "bowl", quantity: 5 }]));
  await context.transact((tx) => setStock(tx, "bowl", 3));
  await context.transact((tx) => commitStock(tx, order));
  expect((await audit())?.rows).toEqual([]);
  await context.transact((tx) => restock(tx, order));
  expect((await audit())?.rows).toEqual([]);
});

test("a piece that leaked, and goods that went two ways, are named", async () => {
  const order = generateUuid();
  await context.transact((tx) => reserveStock(tx, order, [{ productId: "bowl", quantity: 2 }]));
  await context.database.pool.query("update stock set reserved = 3 where product_id = 'bowl'");
  expect((await audit())?.rows).toEqual([["bowl", "", "3 reserved, but open orders hold 2"]]);
  await context.database.pool.query("update stock set reserved = 0 where product_id = 'bowl'");
  const move = (kind: string, quantity: number) =>
    context.database.pool.query("insert into stock_movement values ($1, 'bowl', 1, $2, $3)", [
      order,
      kind,
      quantity,
    ]);
  await move("release", 2);
  expect((await audit())?.rows).toEqual([]);
  await move("commit", 2);
  expect((await audit())?.rows).toEqual([
    ["bowl", order, "released and sold"],
    ["bowl", "", "9 there, but the last count and what orders did since make it 7"],
  ]);
});
