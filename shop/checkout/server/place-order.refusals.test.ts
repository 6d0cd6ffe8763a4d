import { expect, test } from "vitest";
import { calculateTotals, toResponseTotals } from "#shop/pricing/totals.ts";
import { signInCustomer } from "../../../tests/support/customer.ts";
import { pickSize } from "../../../tests/support/long-form.ts";
import { createBag, hashOrderTables, postOrder, setUpOrdering } from "../../../tests/support/ordering.ts";
import { shippingAddress } from "../../../tests/support/samples.ts";
import { context, readRows } from "../../../tests/support/test-shop.ts";
import { MINUTE } from "#contract/time.ts";
import { expireOrder } from "#shop/orders/server/cancellations.ts";
import { withdrawProduct } from "../../../tests/support/products.ts";
import { checkoutMessages } from "../checkout.ts";

setUpOrdering();

const bowl = createBag(["acacia-bowl", 1]);
const FOREIGN_ID = "0193b1a2-0000-7000-8000-000000000000";
const INCOMPLETE = "Please complete all required fields.";
const PRICES_CHANGED = "Prices in your bag have changed. Please review them.";
const SHORTAGE = "Some pieces are no longer available in this quantity.";

test.each<[what: string, body: unknown, status: number, code: string, message?: string]>([
  ["an empty cart", { ...bowl, items: [] }, 400, "empty_cart", "Your cart is empty"],
  ["no items", { shippingAddress }, 400, "empty_cart", "Your cart is empty"],
  ["no address", { items: bowl.items }, 400, "incomplete", INCOMPLETE],
  [
    "a blank city",
    { ...bowl, shippingAddress: { ...shippingAddress, city: " " } },
    400,
    "invalid",
    INCOMPLETE,
  ],
  ["a lower price", createBag(["acacia-bowl", 1, 1]), 409, "prices_changed", PRICES_CHANGED],
  ["a negative price", createBag(["acacia-bowl", 1, -2499]), 409, "prices_changed", PRICES_CHANGED],
  ["a fraction of a paisa", createBag(["acacia-bowl", 1, 2499.001]), 409, "prices_changed", PRICES_CHANGED],
  ["an unknown product", createBag(["no-such-bowl", 1]), 409, "shortage", SHORTAGE],
  ["a thousand pieces", createBag(["acacia-bowl", 500], ["acacia-bowl", 500]), 400, "too_many_pieces"],
  [
    "51 products",
    createBag(...Array.from({ length: 51 }, (_, at): [string, number] => [`b-${at}`, 1])),
    400,
    "invalid",
  ],
  ["another customer's account", { ...bowl, userId: FOREIGN_ID }, 404, "not_found"],
  ["another customer's address", { ...bowl, selectedAddressId: FOREIGN_ID }, 404, "not_found"],
  [
    "a card of 301 characters",
    { ...bowl, gift: { message: "a".repeat(301) } },
    400,
    "invalid",
    "This can be up to 300 characters long.",
  ],
  ...[0, -1, 1.5, 1000, "2", null].map((quantity): [string, unknown, number, string] => [
    `the quantity ${quantity} (T13)`,
    { ...bowl, items: [{ productId: "acacia-bowl", quantity }] },
    400,
    "invalid",
  ]),
])("an order with %s is refused and changes nothing", async (_, body, status, code, message) => {
  const previousHash = await hashOrderTables();
  const answer = await postOrder(body);
  expect(answer).toMatchObject({
    status,
    body: { success: false, code, message: message ?? expect.any(String) },
  });
  expect(await hashOrderTables()).toBe(previousHash);
});

test("an order of more pieces than are in stock is refused with the product and the available quantity, and reserves nothing", async () => {
  const previousHash = await hashOrderTables();
  expect(await postOrder(createBag(["acacia-bowl", 1], ["teak-tray", 11]))).toMatchObject({
    status: 409,
    body: { code: "shortage", details: [{ productId: "teak-tray", wanted: 11, available: 10 }] },
  });
  expect(await hashOrderTables()).toBe(previousHash);
});

test("invented prices, totals and quantities in an order are ignored or refused (T13)", async () => {
  const prices: Record<string, number> = { "acacia-bowl": 249_900, "teak-tray": 149_900, coaster: 5_000 };
  let state = 13;
  // The same seed gives the same numbers, so a failure can be repeated.
  const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)];
  let placed = 0;
  for (let turn = 0; turn < pickSize(60, 600); turn++) {
    const buyer = await signInCustomer(context);
    const items = Array.from({ length: 1 + Math.floor(random() * 2) }, () => {
      const productId = pick(Object.keys(prices)) ?? "";
      const right = (prices[productId] ?? 0) / 100;
      return {
        productId,
        quantity: pick([1, 1, 1, 1, 2, 2, 3, 3, 0, -1, 1.5, 1e9, "1", null]),
        price: pick([
          ...Array(2),
          right,
          right,
          right,
          String(right),
          0,
          -right,
          right - 0.01,
          1e-9,
          "free",
          null,
        ]),
      };
    });
    const forged = { totalAmount: pick([0, -1, 1, 1e12, "0"]), discount: 1e6, payable: 0, subtotal: 0 };
    const { status, body } = await postOrder({ items, shippingAddress, ...forged }, {}, buyer);
    if (status !== 200) {
      expect([400, 409]).toContain(status);
      continue;
    }
    placed += 1;
    const expectedSubtotal = items.reduce(
      (sum, { productId, quantity }) => sum + (prices[productId] ?? 0) * Number(quantity),
      0,
    );
    expect(body["order"]).toMatchObject(
      toResponseTotals(calculateTotals([{ unitPrice: expectedSubtotal, quantity: 1 }])),
    );
  }
  expect(placed).toBeGreaterThan(10);
});

const key = { "idempotency-key": "checkout-0000000000000001" };

async function place(body: unknown = bowl): Promise<string> {
  const answer = await postOrder(body, key);
  expect(answer.status).toBe(200);
  return (answer.body["order"] as { orderId: string }).orderId;
}

test("a repeated idempotency key returns the same order, even if its product was withdrawn since", async () => {
  const orderId = await place();
  await withdrawProduct(context, "acacia-bowl");
  expect(await postOrder(bowl, key)).toMatchObject({
    status: 200,
    headers: { "idempotent-replayed": "true" },
    body: { order: { orderId }, replayed: true },
  });
  expect(await readRows("orders")).toHaveLength(1);
});

test("an idempotency key that is reused for a different order is refused, and another customer may use the same key (D102)", async () => {
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

test("the idempotency key of an expired order is refused, for the same cart and for another cart (§2.8, T38, D102)", async () => {
  const orderId = await place();
  await context.transact((tx) => expireOrder(context, tx, orderId));
  for (const quantity of [1, 2])
    expect(await postOrder(createBag(["acacia-bowl", quantity]), key)).toMatchObject({
      status: 409,
      body: { code: "order_cancelled", details: { orderId } },
    });
  expect(await readRows("orders")).toHaveLength(1);
});

test("the idempotency key of a refused order can be used again", async () => {
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
