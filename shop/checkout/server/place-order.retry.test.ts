// @engine: locks, races or SQL that the two engines could do differently.
import { AsyncLocalStorage } from "node:async_hooks";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { removeOrderedLines } from "#shop/cart/server/index.ts";
import { signInCustomer } from "../../../tests/support/customer.ts";
import { testEngine } from "../../../tests/support/database.ts";
import { stockProducts } from "../../../tests/support/goods.ts";
import { shippingAddress } from "../../../tests/support/shipping-address.ts";
import { openTestShop, type TestShop } from "../../../tests/support/test-shop.ts";

let testShop: TestShop;
/** Runs something as if it came from another process: inside a transaction this one may use nothing else. */
const outside = AsyncLocalStorage.snapshot();

beforeAll(async () => {
  testShop = await openTestShop();
});
afterEach(() => testShop.context.wipe());
afterAll(() => testShop.close());

const query = (text: string, values: unknown[] = []) => testShop.context.database.pool.query(text, values);

test("an id that is taken is drawn again, also when the order holds counted goods", async () => {
  await stockProducts(testShop.context, [{ id: "bowl", onHand: 9 }]);
  const asha = await signInCustomer(testShop.context);
  const items = [{ productId: "bowl", quantity: 1 }];
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
    const { status } = await testShop.api.as(asha).post("/api/orders", { items, shippingAddress });
    expect(status).toBe(200);
    expect((await query("select reserved from stock")).rows).toEqual([{ reserved: 1 }]);
    expect((await query("select count(*)::int from order_hold")).rows).toEqual([{ count: 1 }]);
  } finally {
    await query("drop trigger refuse_twice on orders");
    await query("drop function refuse_twice");
    await query("drop sequence refusals");
  }
});

test.runIf(testEngine === "server")(
  "what another device sets while the order is placed stays in the bag, less what was ordered (D102)",
  async () => {
    const { accountId } = await signInCustomer(testShop.context);
    const change = (text: string) => query(text, [accountId]);
    await change("insert into cart_line values ($1, 'bowl', 1, now(), now())");
    const other = await testShop.context.database.pool.connect();
    try {
      await other.query("begin");
      await other.query("update cart_line set quantity = 3 where account_id = $1", [accountId]);
      const ordering = testShop.context.transact((tx) =>
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
