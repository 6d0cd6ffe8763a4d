import { describe, expect, test } from "vitest";
import { signInCustomer } from "../../../tests/support/customer.ts";
import { calculateTotals } from "#shop/pricing/totals.ts";
import { shippingAddress } from "../../../tests/support/shipping-address.ts";
import {
  createBag,
  hashOrderTables,
  postOrder,
  testShop,
  setUpOrdering,
} from "../../../tests/support/ordering.ts";

setUpOrdering();

describe("nothing at all happens", () => {
  test.each([
    ["an empty bag", { items: [], shippingAddress }, 400, "empty_cart", "Your cart is empty"],
    ["no items", { shippingAddress }, 400, "empty_cart", "Your cart is empty"],
    [
      "no address",
      { items: [{ productId: "acacia-bowl", quantity: 1 }] },
      400,
      "incomplete",
      "Please complete all required fields.",
    ],
    [
      "a blank city",
      { ...createBag(["acacia-bowl", 1]), shippingAddress: { ...shippingAddress, city: " " } },
      400,
      "invalid",
      "Please complete all required fields.",
    ],
    [
      "a price that was lower",
      createBag(["acacia-bowl", 1, 1]),
      409,
      "prices_changed",
      "Prices in your bag have changed. Please review them.",
    ],
    [
      "a negative price",
      createBag(["acacia-bowl", 1, -2499]),
      409,
      "prices_changed",
      "Prices in your bag have changed. Please review them.",
    ],
    [
      "a price that is finer than a paisa",
      createBag(["acacia-bowl", 1, 2499.001]),
      409,
      "prices_changed",
      "Prices in your bag have changed. Please review them.",
    ],
    [
      "more than there are",
      createBag(["teak-tray", 11]),
      409,
      "shortage",
      "Some items are no longer available in the quantity you asked for.",
    ],
    [
      "an unknown product",
      createBag(["no-such-bowl", 1]),
      409,
      "shortage",
      "Some items are no longer available in the quantity you asked for.",
    ],
    [
      "a thousand pieces",
      createBag(["acacia-bowl", 500], ["acacia-bowl", 500]),
      400,
      "too_many_pieces",
      expect.any(String),
    ],
    [
      "another's account",
      { ...createBag(["acacia-bowl", 1]), userId: "0193b1a2-0000-7000-8000-000000000000" },
      404,
      "not_found",
      expect.any(String),
    ],
    [
      "a foreign address",
      { ...createBag(["acacia-bowl", 1]), selectedAddressId: "0193b1a2-0000-7000-8000-000000000000" },
      404,
      "not_found",
      expect.any(String),
    ],
  ])("with %s", async (_, body, status, code, message) => {
    const before = await hashOrderTables();
    const answer = await postOrder(body);
    expect(answer.body).toMatchObject({ success: false, code, message });
    expect(answer.status).toBe(status);
    expect(await hashOrderTables()).toBe(before);
  });

  test.each([0, -1, 1.5, 1000, "2", null, Number.MAX_SAFE_INTEGER])(
    "with the quantity %s (T13)",
    async (quantity) => {
      const before = await hashOrderTables();
      expect(
        (await postOrder({ items: [{ productId: "acacia-bowl", quantity }], shippingAddress })).status,
      ).toBe(400);
      expect(await hashOrderTables()).toBe(before);
    },
  );

  test("with 51 lines, or when one of two products runs short", async () => {
    const before = await hashOrderTables();
    const many = Array.from({ length: 51 }, (_, index) => [`bowl-${index}`, 1] as [string, number]);
    expect((await postOrder(createBag(...many))).status).toBe(400);
    const short = await postOrder(createBag(["acacia-bowl", 1], ["teak-tray", 11]));
    expect(short.body).toMatchObject({
      code: "shortage",
      details: [{ productId: "teak-tray", wanted: 11, available: 10 }],
    });
    expect(await hashOrderTables()).toBe(before);
  });

  test("for a guest", async () => {
    const answer = await testShop.api.as(null).post("/api/orders", createBag(["acacia-bowl", 1]));
    expect(answer).toMatchObject({ status: 401, body: { message: "Unauthorized! Please log in." } });
  });
});

test("whatever prices, totals and quantities are sent: the shop's own figures or a refusal, never below 0 (T13)", async () => {
  const prices: Record<string, number> = { "acacia-bowl": 249_900, "teak-tray": 149_900, coaster: 5_000 };
  const random = createRandom(13);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)];
  let placed = 0;
  for (let turn = 0; turn < 120; turn++) {
    const buyer = await signInCustomer(testShop.context);
    const items = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
      const productId = pick(Object.keys(prices)) ?? "";
      const right = (prices[productId] ?? 0) / 100;
      return {
        productId,
        quantity: pick([1, 1, 1, 2, 3, 0, -1, 1.5, 1e9, "1", null]),
        price: pick([undefined, right, right, String(right), 0, -right, right - 0.01, 1e-9, "free", null]),
      };
    });
    const forged = { totalAmount: pick([0, -1, 1, 1e12, "0"]), discount: 1e6, payable: 0, subtotal: 0 };
    const { status, body } = await postOrder({ items, shippingAddress, ...forged }, {}, buyer);
    if (status !== 200) {
      expect([400, 409]).toContain(status);
      continue;
    }
    placed += 1;
    const { subtotal, totalAmount, discount, grandTotal } = body["order"] as Record<string, number>;
    const own = items.reduce(
      (sum, { productId, quantity }) => sum + (prices[productId] ?? 0) * Number(quantity),
      0,
    );
    const { total, payable } = calculateTotals([{ unitPrice: own, quantity: 1 }]);
    expect({ subtotal, totalAmount, grandTotal }).toEqual({
      subtotal: own / 100,
      totalAmount: total / 100,
      grandTotal: payable / 100,
    });
    expect(grandTotal).toBeGreaterThanOrEqual(0);
    expect(discount).toBeLessThanOrEqual(99);
  }
  expect(placed).toBeGreaterThan(10);
});

/** The same numbers for the same seed, so that a failure can be met again. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}
