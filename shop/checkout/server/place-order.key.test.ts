import { expect, test } from "vitest";
import { MINUTE } from "#contract/time.ts";
import { expireOrder } from "#shop/orders/server/cancellations.ts";
import { signInCustomer } from "../../../tests/support/customer.ts";
import { createBag, hashOrderTables, postOrder, setUpOrdering } from "../../../tests/support/ordering.ts";
import { withdrawProduct } from "../../../tests/support/products.ts";
import { api, asha, buy, context, readRows, testShop } from "../../../tests/support/test-shop.ts";
import { checkoutMessages } from "../checkout.ts";

setUpOrdering();

const key = { "idempotency-key": "checkout-0000000000000001" };
const bowl = createBag(["acacia-bowl", 1]);

async function place(body: unknown = bowl): Promise<string> {
  const answer = await postOrder(body, key);
  expect(answer.status).toBe(200);
  return (answer.body["order"] as { orderId: string }).orderId;
}

test("a repeated idempotency key returns the same order, also if its product was withdrawn since", async () => {
  const orderId = await place();
  await withdrawProduct(context, "acacia-bowl");
  expect(await postOrder(bowl, key)).toMatchObject({
    status: 200,
    headers: { "idempotent-replayed": "true" },
    body: { order: { orderId }, replayed: true },
  });
  expect(await readRows("orders")).toHaveLength(1);
});

test("an idempotency key with another body is refused, and another customer may use the same key (D102)", async () => {
  const gift = { ...bowl, gift: { message: "For you" } };
  const orderId = await place(gift);
  for (const body of [createBag(["acacia-bowl", 2]), { ...bowl, gift: { message: "For them" } }])
    expect(await postOrder(body, key)).toMatchObject({
      status: 422,
      body: { code: "key_reused", details: { orderId }, message: checkoutMessages.orderedAlready },
    });
  const ravi = await signInCustomer(context);
  expect((await postOrder(gift, key, ravi)).status).toBe(200);
  expect(await readRows("orders")).toHaveLength(2);
});

test("the idempotency key of an expired order is refused, with any content (§2.8, T38, D102)", async () => {
  const orderId = await place();
  await context.transact((tx) => expireOrder(context, tx, orderId));
  for (const quantity of [1, 2])
    expect(await postOrder(createBag(["acacia-bowl", quantity]), key)).toMatchObject({
      status: 409,
      body: { code: "order_cancelled", details: { orderId } },
    });
  expect(await readRows("orders")).toHaveLength(1);
});

test("the key of an order that was refused can be used again", async () => {
  expect((await postOrder(createBag(["acacia-bowl", 1, 1]), key)).status).toBe(409);
  await place();
});

test("an idempotency key that is too short, too long or has spaces is rejected", async () => {
  for (const bad of ["short", "x".repeat(256), "with spaces in the middle"])
    expect(await postOrder(bowl, { "idempotency-key": bad })).toMatchObject({
      status: 400,
      body: { code: "bad_key" },
    });
});

test("a customer can place ten orders in ten minutes, and then one a minute", async () => {
  const coaster = createBag(["coaster", 1]);
  for (let count = 0; count < 10; count++) expect((await postOrder(coaster)).status).toBe(200);
  expect(await postOrder(coaster)).toMatchObject({ status: 429, headers: { "retry-after": "60" } });
  context.clock.advance(MINUTE);
  expect((await postOrder(coaster)).status).toBe(200);
});

test("another customer's order cannot be read or cancelled, by its id or its order number (T11)", async () => {
  const { order } = await buy(testShop, "acacia-bowl", { by: asha });
  const ravi = await signInCustomer(context);
  const previousHash = await hashOrderTables();
  const { get, put } = api.as(ravi);
  const { orderId, _id } = order;
  for (const name of [orderId, _id, orderId.toLowerCase(), "TRV-000000", "..%2f", "%00"]) {
    expect((await get(`/api/orders/${name}`)).status).toBe(404);
    expect((await put(`/api/orders/${name}/cancel`, { reasons: [] })).status).toBe(404);
  }
  expect((await get(`/api/orders/user/${asha.accountId}`)).status).toBe(404);
  expect((await get(`/api/orders/user/${ravi.accountId}?timestamp=1`)).body["orders"]).toEqual([]);
  expect(await hashOrderTables()).toBe(previousHash);
});
