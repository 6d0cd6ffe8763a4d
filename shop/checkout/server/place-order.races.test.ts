// @engine: concurrent orders lock the rows of account, stock and idempotency key.
import { AsyncLocalStorage } from "node:async_hooks";
import { expect, test } from "vitest";
import { removeOrderedLines } from "#shop/cart/server/index.ts";
import { takePhoneOrder } from "../../../tests/support/bought-order.ts";
import { signInCustomer } from "../../../tests/support/customer.ts";
import { testEngine } from "../../../tests/support/database.ts";
import { readStock } from "../../../tests/support/ledger.ts";
import { pickSize } from "../../../tests/support/long-form.ts";
import {
  createBag,
  postOrder,
  postOrderUntilAnswered,
  setUpOrdering,
} from "../../../tests/support/ordering.ts";
import { asha, context, readRows } from "../../../tests/support/test-shop.ts";

setUpOrdering();

const query = (text: string, values: unknown[] = []) => context.database.pool.query(text, values);

test("exactly 10 of many concurrent buyers get an order for one of the last 10 pieces (T14)", async () => {
  const buyers = await Promise.all(Array.from({ length: pickSize(30, 200) }, () => signInCustomer(context)));
  const answers = await Promise.all(
    buyers.map((buyer, index) =>
      postOrderUntilAnswered(
        createBag(["acacia-bowl", 1], ["teak-tray", 1]),
        `checkout-${String(index).padStart(16, "0")}`,
        buyer,
      ),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(buyers.length - 10);
  expect(await readRows("orders")).toHaveLength(10);
  expect(await readStock(context, "teak-tray")).toEqual({ onHand: 10, reserved: 10 });
});

test("many concurrent requests with one idempotency key place one order (§2.8, T15, D3, D60, D89)", async () => {
  const times = pickSize(20, 100);
  const answers = await Promise.all(
    Array.from({ length: times }, () =>
      postOrderUntilAnswered(createBag(["teak-tray", 2]), "checkout-0000000000000001"),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => (body["order"] as { _id: string })._id)).size).toBe(1);
  const replays = answers.filter(({ headers }) => headers["idempotent-replayed"] === "true");
  expect(replays).toHaveLength(times - 1);
  for (const table of ["orders", "stock_movement", "payment"]) expect(await readRows(table)).toHaveLength(1);
});

test("a customer has at most five unpaid orders, even after nine concurrent requests (D89)", async () => {
  const answers = await Promise.all(
    Array.from({ length: 9 }, () => postOrder(createBag(["acacia-bowl", 1]))),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(answers.filter(({ body }) => body.code === "too_many_unpaid")).toHaveLength(4);
  expect(await readRows("orders")).toHaveLength(5);
});

test.each([
  ["at the checkout", () => postOrder(createBag(["teak-tray", 1]))],
  ["by phone", () => takePhoneOrder(context, { line: "teak-tray:1" })],
])(
  "an order placed %s gets another order number if its number is taken, and reserves its pieces once",
  async (_, placeOrder) => {
    await query("create sequence refusals");
    await query(`create function refuse_twice() returns trigger language plpgsql as $$ begin
    if nextval('refusals') <= 2 then
      raise unique_violation using constraint = 'orders_order_id_key';
    end if;
    return new; end $$`);
    await query(
      "create trigger refuse_twice before insert on orders for each row execute function refuse_twice()",
    );
    try {
      await placeOrder();
      expect(await readRows("orders")).toHaveLength(1);
      expect(await readStock(context, "teak-tray")).toEqual({ onHand: 10, reserved: 1 });
    } finally {
      await query("drop trigger refuse_twice on orders");
      await query("drop function refuse_twice");
      await query("drop sequence refusals");
    }
  },
);

/** Runs a function outside the current transaction, like another server process. */
const outside = AsyncLocalStorage.snapshot();

test.runIf(testEngine === "server")(
  "pieces that a customer adds on another device while an order is being placed stay in the cart (D102)",
  async () => {
    const { accountId } = asha;
    await query("insert into cart_line values ($1, 'bowl', 1, now(), now())", [accountId]);
    const other = await context.database.pool.connect();
    try {
      await other.query("begin");
      await other.query("update cart_line set quantity = 3 where account_id = $1", [accountId]);
      const ordering = context.transact((tx) =>
        removeOrderedLines(tx, accountId, [{ productId: "bowl", quantity: 1 }]),
      );
      const countWaits = () =>
        outside(() => query("select 1 from pg_locks where not granted and locktype = 'transactionid'"));
      await expect.poll(async () => (await countWaits()).rowCount).toBe(1);
      await other.query("commit");
      await ordering;
    } finally {
      other.release();
    }
    expect((await query("select quantity from cart_line")).rows).toEqual([{ quantity: 2 }]);
  },
);
