import { expect, test } from "vitest";
import { findProducts } from "#shop/catalogue/server/index.ts";
import { HOUR } from "#contract/time.ts";
import { signInAgain } from "../../../tests/support/customer.ts";
import { createBag, postOrder } from "../../../tests/support/ordering.ts";
import { setRules } from "../../../tests/support/products.ts";
import { api, asha, context, setUpSignedIn, testShop } from "../../../tests/support/test-shop.ts";

setUpSignedIn({
  goods: [
    { id: "bowl", title: "Acacia Bowl", onHand: 2, leadDays: 10, backorder: true },
    { id: "table", title: "Teak Table", leadDays: 20 },
    { id: "spoon", title: "Spoon", price: 5_000 },
  ],
});

const post = (...items: Parameters<typeof createBag>) => postOrder(createBag(...items));

const place = async (...items: Parameters<typeof createBag>) =>
  (await post(...items)).body["order"] as Record<string, unknown>;

test("an order contains the longest making time of its products, and no making time if all pieces are in stock", async () => {
  expect(await place(["bowl", 2], ["spoon", 1])).not.toHaveProperty("promised");
  expect((await place(["bowl", 3], ["spoon", 1]))["promised"]).toEqual({ leadDays: 10 });
  expect((await place(["bowl", 3], ["table", 1]))["promised"]).toEqual({ leadDays: 20 });
});

test("an order keeps the rules of the day it was placed, and changed rules apply to later orders (§5)", async () => {
  await setRules(context, { cancelWithinHours: 48, dispatchWithinDays: { least: 1, most: 1 } });
  const order = await place(["spoon", 1]);
  const { orderId, createdAt, cancellableUntil } = order as Record<string, string>;
  expect(Date.parse(cancellableUntil ?? "") - Date.parse(createdAt ?? "")).toBe(48 * HOUR);
  await setRules(context, { cancelWithinHours: 12 });
  context.clock.advance(36 * HOUR);
  const cancel = async (id: unknown) =>
    api
      .as(await signInAgain(testShop, asha))
      .put(`/api/orders/${String(id)}/cancel`, { reasons: [], comments: "" });
  expect((await cancel(orderId)).status).toBe(200);

  const { body } = await postOrder(createBag(["spoon", 1]), {}, await signInAgain(testShop, asha));
  const later = body["order"] as Record<string, unknown>;
  context.clock.advance(13 * HOUR);
  expect(await cancel(later["orderId"])).toMatchObject({
    status: 409,
    body: {
      message: "Cancellation period expired. You can only cancel within 12 hours of order placement.",
    },
  });
});

test("an order above one of the owner's limits is refused with a message that names the limit", async () => {
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
        "You have an order that is not paid yet. Please pay for it first. You can order again when it is paid, delivered or cancelled.",
    },
  });
});
