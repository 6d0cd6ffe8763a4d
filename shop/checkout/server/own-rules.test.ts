import { beforeEach, expect, test } from "vitest";
import { findProducts } from "#shop/catalogue/server/index.ts";
import { HOUR } from "#contract/time.ts";
import { type Customer, signInAgain, signInCustomer } from "../../../tests/support/customer.ts";
import { createBag } from "../../../tests/support/ordering.ts";
import { setRules } from "../../../tests/support/products.ts";
import { api, context, setUpShop, testShop } from "../../../tests/support/test-shop.ts";

setUpShop({
  goods: [
    { id: "bowl", title: "Acacia Bowl", onHand: 2, leadDays: 10, backorder: true },
    { id: "table", title: "Teak Table", leadDays: 20 },
    { id: "spoon", title: "Spoon", price: 5_000 },
  ],
});
let asha: Customer;
beforeEach(async () => {
  asha = await signInCustomer(context);
});

const post = (...items: Parameters<typeof createBag>) =>
  api.as(asha).post("/api/orders", createBag(...items));

async function place(...items: Parameters<typeof createBag>): Promise<Record<string, unknown>> {
  const { body } = await post(...items);
  return (body["order"] ?? body) as Record<string, unknown>;
}

test.each<[string, Parameters<typeof createBag>, object | undefined]>([
  [
    "pieces in stock under the standard rules promises nothing",
    [
      ["bowl", 2],
      ["spoon", 1],
    ],
    undefined,
  ],
  [
    "more pieces than are in stock promises their lead time",
    [
      ["bowl", 3],
      ["spoon", 1],
    ],
    { leadDays: 10 },
  ],
  [
    "several products promises the longest lead time",
    [
      ["bowl", 3],
      ["table", 1],
    ],
    { leadDays: 20 },
  ],
])("the lead time that an order promises is right: an order of %s", async (_, items, promised) => {
  expect((await place(...items))["promised"]).toEqual(promised);
});

test("an order keeps the rules of its day, and changes of the rules apply to later orders (§5)", async () => {
  await setRules(context, { cancelWithinHours: 48, dispatchWithinDays: { least: 1, most: 1 } });
  const order = await place(["spoon", 1]);
  const { orderId, createdAt, cancellableUntil } = order as Record<string, string>;
  expect(Date.parse(cancellableUntil ?? "") - Date.parse(createdAt ?? "")).toBe(48 * HOUR);
  await setRules(context, { cancelWithinHours: 12 });
  context.clock.advance(36 * HOUR);
  asha = await signInAgain(testShop, asha);
  const cancel = (id: unknown) =>
    api.as(asha).put(`/api/orders/${String(id)}/cancel`, { reasons: [], comments: "" });
  expect((await cancel(orderId)).status).toBe(200);

  const later = await place(["spoon", 1]);
  context.clock.advance(13 * HOUR);
  asha = await signInAgain(testShop, asha);
  expect(await cancel(later["orderId"])).toMatchObject({
    status: 409,
    body: {
      message: "Cancellation period expired. You can only cancel within 12 hours of order placement.",
    },
  });
});

test("an order above the owner's limits is refused with the limit", async () => {
  await setRules(context, { mostProducts: 2, mostPieces: 4, mostUnpaidOrders: 1 });
  expect(await post(["spoon", 5])).toMatchObject({
    status: 400,
    body: { message: "An order can hold up to 4 pieces of Spoon." },
  });
  expect(await post(["spoon", 1], ["bowl", 1], ["table", 1])).toMatchObject({
    status: 400,
    body: { message: "An order can hold up to 2 products." },
  });
  const seen = (await findProducts(context, ["spoon"])).get("spoon");
  expect(seen).toMatchObject({ supply: { most: 4 } });
  expect((await post(["spoon", 4])).status).toBe(200);
  expect(await post(["spoon", 3])).toMatchObject({
    status: 409,
    body: {
      message:
        "You have 1 order waiting to be paid. Please pay for one of them first, or wait until one expires.",
    },
  });
});
