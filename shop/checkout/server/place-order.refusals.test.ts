import { expect, test } from "vitest";
import { calculateTotals, toWireTotals } from "#shop/pricing/totals.ts";
import { signInCustomer } from "../../../tests/support/customer.ts";
import { pickSize } from "../../../tests/support/long-form.ts";
import { createBag, hashOrderTables, postOrder, setUpOrdering } from "../../../tests/support/ordering.ts";
import { shippingAddress } from "../../../tests/support/samples.ts";
import { context } from "../../../tests/support/test-shop.ts";

setUpOrdering();

const bowl = createBag(["acacia-bowl", 1]);
const withQuantity = (quantity: unknown) => ({ ...bowl, items: [{ productId: "acacia-bowl", quantity }] });
const FOREIGN_ID = "0193b1a2-0000-7000-8000-000000000000";
const PRICES_CHANGED = "Prices in your bag have changed. Please review them.";
const SHORTAGE = "Some pieces are no longer available in this quantity.";

test.each<[what: string, body: unknown, status: number, code: string, message?: string]>([
  ["an empty cart", { ...bowl, items: [] }, 400, "empty_cart", "Your cart is empty"],
  ["no items", { shippingAddress }, 400, "empty_cart", "Your cart is empty"],
  ["no address", { items: bowl.items }, 400, "incomplete", "Please complete all required fields."],
  [
    "a blank city",
    { ...bowl, shippingAddress: { ...shippingAddress, city: " " } },
    400,
    "invalid",
    "Please complete all required fields.",
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
  ...[0, -1, 1.5, 1000, "2", null, Number.MAX_SAFE_INTEGER].map(
    (quantity): [string, unknown, number, string] => [
      `the quantity ${quantity} (T13)`,
      withQuantity(quantity),
      400,
      "invalid",
    ],
  ),
])("an order with %s is refused and changes nothing", async (_, body, status, code, message) => {
  const previousHash = await hashOrderTables();
  const answer = await postOrder(body);
  expect(answer).toMatchObject({
    status,
    body: { success: false, code, message: message ?? expect.any(String) },
  });
  expect(await hashOrderTables()).toBe(previousHash);
});

test("an order with a shortage names the product and reserves nothing", async () => {
  const previousHash = await hashOrderTables();
  expect(await postOrder(createBag(["acacia-bowl", 1], ["teak-tray", 11]))).toMatchObject({
    status: 409,
    body: { code: "shortage", details: [{ productId: "teak-tray", wanted: 11, available: 10 }] },
  });
  expect(await hashOrderTables()).toBe(previousHash);
});

test("the shop ignores or refuses any prices, totals and quantities that a customer sends (T13)", async () => {
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
      toWireTotals(calculateTotals([{ unitPrice: expectedSubtotal, quantity: 1 }])),
    );
  }
  expect(placed).toBeGreaterThan(10);
});
