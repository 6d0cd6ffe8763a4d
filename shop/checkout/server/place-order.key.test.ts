// @engine: locks, races or SQL that the two engines could do differently.
import { describe, expect, test } from "vitest";
import { MINUTE } from "#contract/time.ts";
import { signInCustomer } from "../../../tests/support/customer.ts";
import { withdrawProduct } from "../../../tests/support/goods.ts";
import { checkoutMessages } from "../checkout.ts";
import { buy } from "../../../tests/support/test-shop.ts";
import {
  asha,
  createBag,
  hashOrderTables,
  postOrder,
  readRows,
  testShop,
  setUpOrdering,
} from "../../../tests/support/ordering.ts";
import { expireOrder } from "#shop/orders/server/cancellations.ts";

setUpOrdering();

describe("a key", () => {
  const key = { "idempotency-key": "checkout-0000000000000001" };

  test("sent again is answered with the same order, also when the price has changed since", async () => {
    const first = await postOrder(createBag(["acacia-bowl", 1]), key);
    const orderId = (first.body["order"] as { orderId: string }).orderId;
    await withdrawProduct(testShop.context, "acacia-bowl");
    const again = await postOrder(createBag(["acacia-bowl", 1]), key);
    expect(again).toMatchObject({
      status: 200,
      headers: { "idempotent-replayed": "true" },
      body: { order: { orderId }, replayed: true },
    });
    expect(await readRows("orders")).toHaveLength(1);
  });

  test("with other contents is refused; another customer's same key is another order", async () => {
    const first = await postOrder(createBag(["acacia-bowl", 1]), key);
    const { orderId } = first.body["order"] as { orderId: string };
    expect(await postOrder(createBag(["acacia-bowl", 2]), key)).toMatchObject({
      status: 422,
      body: { code: "key_reused", details: { orderId }, message: checkoutMessages.orderedAlready },
    });
    const ravi = await signInCustomer(testShop.context);
    expect((await postOrder(createBag(["acacia-bowl", 1]), key, ravi)).status).toBe(200);
    expect(await readRows("orders")).toHaveLength(2);
  });

  test("of an order that expired meanwhile is no success, whatever is sent with it (§2.8, T38, D102)", async () => {
    const first = await postOrder(createBag(["acacia-bowl", 1]), key);
    const { orderId } = first.body["order"] as { orderId: string };
    await testShop.context.transact((tx) => expireOrder(testShop.context, tx, orderId));
    for (const quantity of [1, 2]) {
      expect(await postOrder(createBag(["acacia-bowl", quantity]), key)).toMatchObject({
        status: 409,
        body: { code: "order_cancelled", details: { orderId } },
      });
    }
    expect(await readRows("orders")).toHaveLength(1);
  });

  test("that was refused is free again: the next try may succeed", async () => {
    expect((await postOrder(createBag(["acacia-bowl", 1, 1]), key)).status).toBe(409);
    expect((await postOrder(createBag(["acacia-bowl", 1, 2499]), key)).status).toBe(200);
  });

  test.each(["short", "x".repeat(256), "with spaces in the middle"])("like %j is no key", async (bad) => {
    expect(await postOrder(createBag(["acacia-bowl", 1]), { "idempotency-key": bad })).toMatchObject({
      status: 400,
      body: { code: "bad_key" },
    });
  });

  test("sent 100 times at once makes one order (§2.8, T15, D3, D60, D89)", async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => postOrder(createBag(["teak-tray", 2]), key)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => (body["order"] as { _id: string })._id)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers["idempotent-replayed"] === "true")).toHaveLength(99);
    expect(await readRows("orders")).toHaveLength(1);
    expect(await readRows("stock_movement")).toHaveLength(1);
    expect(await readRows("payment")).toHaveLength(1);
  });

  test("is optional: calls without one are orders of their own (D89)", async () => {
    await Promise.all([postOrder(createBag(["acacia-bowl", 1])), postOrder(createBag(["acacia-bowl", 1]))]);
    expect(await readRows("orders")).toHaveLength(2);
  });
});

describe("limits", () => {
  test("five unpaid orders, however many are sent at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 9 }, () => postOrder(createBag(["acacia-bowl", 1]))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ body }) => body.code === "too_many_unpaid")).toHaveLength(4);
    expect(await readRows("orders")).toHaveLength(5);
  });

  test("ten orders in ten minutes, then a wait that is stated", async () => {
    for (let count = 0; count < 10; count++)
      expect((await postOrder(createBag(["coaster", 1]))).status).toBe(200);
    const refused = await postOrder(createBag(["coaster", 1]));
    expect(refused).toMatchObject({ status: 429, headers: { "retry-after": "60" } });
    testShop.context.clock.advance(MINUTE);
    expect((await postOrder(createBag(["coaster", 1]))).status).toBe(200);
  });
});

describe("someone else's order (T11)", () => {
  test("is not there, by any of its names, for reading or cancelling", async () => {
    const { order } = await buy(testShop, "acacia-bowl", { by: asha });
    const ravi = await signInCustomer(testShop.context);
    const before = await hashOrderTables();
    const { get, put } = testShop.api.as(ravi);
    for (const name of [
      order.orderId,
      order._id,
      order.orderId.toLowerCase(),
      "TRV-000000",
      "..%2f",
      "%00",
    ]) {
      expect((await get(`/api/orders/${name}`)).status).toBe(404);
      expect((await put(`/api/orders/${name}/cancel`, { reasons: [] })).status).toBe(404);
    }
    expect((await get(`/api/orders/user/${asha.accountId}`)).status).toBe(404);
    expect((await get(`/api/orders/user/${ravi.accountId}?timestamp=1`)).body).toEqual({
      success: true,
      orders: [],
    });
    expect(await hashOrderTables()).toBe(before);
  });
});
