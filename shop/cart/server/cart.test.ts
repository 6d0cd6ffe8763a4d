import { expect, test } from "vitest";
import { MINUTE } from "#contract/time.ts";
import { signInCustomer } from "../../../tests/support/customer.ts";
import { hashRows } from "../../../tests/support/database.ts";
import { withdrawProduct } from "../../../tests/support/products.ts";
import { api, asha, context, setUpSignedIn } from "../../../tests/support/test-shop.ts";
import { readCart } from "../endpoints.ts";

setUpSignedIn({
  goods: [
    { id: "bowl", title: "Acacia Bowl", price: 149_950 },
    { id: "tray", onHand: 5 },
    { id: "spoon", onHand: 0 },
  ],
});

const add = (productId: unknown, quantity?: unknown, more: object = {}) =>
  api.as(asha).post("/api/cart/add", { productId, quantity, ...more });
const update = (productId: unknown, quantity?: unknown) =>
  api.as(asha).patch("/api/cart/update", { productId, quantity });
const remove = (productId: unknown) => api.as(asha).delete("/api/cart/remove", { productId });

async function readQuantities(owner = asha): Promise<Record<string, number>> {
  const { cartItems } = await api.call(readCart, { query: { userId: owner.accountId } }, { as: owner });
  return Object.fromEntries(cartItems.map((item) => [item.productId, item.quantity]));
}

test("a cart line has the shop's product data and price, even if the request contains different ones (T12)", async () => {
  await add("bowl", 2, { price: 1, title: "Free", stock: 9 });
  context.clock.advance(1);
  const { body } = await add("tray");
  expect(body).toEqual({
    success: true,
    cartItems: [
      {
        productId: "bowl",
        quantity: 2,
        price: 1499.5,
        title: "Acacia Bowl",
        category: "Tableware",
        size: [{ L: 10, B: 10, H: 4 }],
        images: [{ url: "https://pictures.example/bowl.jpg" }],
      },
      expect.objectContaining({ productId: "tray", quantity: 1, stock: 5 }),
    ],
  });
});

test("added quantities add up, and a request may contain the product instead of its id (D20)", async () => {
  await add({ _id: "bowl", title: "whatever" }, 2);
  await add({ id: "bowl" }, "3");
  await add("bowl", "many");
  expect(await readQuantities()).toEqual({ bowl: 6 });
  await update({ _id: "bowl" }, 5);
  expect(await readQuantities()).toEqual({ bowl: 5 });
  await remove({ _id: "bowl", id: "tray" });
  expect(await readQuantities()).toEqual({});
});

test("a request to change the cart without a product id gets 'Product id is required', even without a body (§5, D16)", async () => {
  const answers = [
    await api.as(asha).delete("/api/cart/remove", ""),
    await api.as(asha).delete("/api/cart/remove"),
    await api.as(asha).patch("/api/cart/update", ""),
  ];
  for (const productId of [null, "  ", 7, {}, [], { _id: "" }])
    answers.push(await add(productId), await update(productId, 1), await remove(productId));
  for (const { status, body } of answers)
    expect([status, body.message]).toEqual([400, "Product id is required"]);
});

test("quantities in the cart are limited by the stock, or by 999 for a product without a limited stock (D16)", async () => {
  for (const _ of [1, 2]) {
    await add("tray", 4);
    await add("bowl", 5000);
  }
  expect(await readQuantities()).toEqual({ tray: 5, bowl: 999 });
  await update("tray", 2);
  await update("bowl", 3);
  expect(await readQuantities()).toEqual({ tray: 2, bowl: 3 });
  await update("tray", 77);
  expect(await readQuantities()).toEqual({ tray: 5, bowl: 3 });
});

test("an update of a cart line sets the quantity, removes the line at 0 or less, and refuses text (D15)", async () => {
  await add("bowl", 3);
  expect((await update("bowl", 7)).body["cartItems"]).toMatchObject([{ quantity: 7 }]);
  const { status, body } = await update("bowl", "many");
  expect([status, body.message]).toEqual([400, "Quantity must be a number"]);
  expect(await readQuantities()).toEqual({ bowl: 7 });
  expect((await update("bowl", 0)).body).toEqual({ success: true, cartItems: [] });
  await add("bowl");
  await update("bowl", -3);
  expect(await readQuantities()).toEqual({});
});

test.each([
  ["no-such-bowl", 404, "This product is no longer available."],
  ["spoon", 409, "This product is sold out."],
])(
  "adding the product %s to the cart is refused with status %i and the message '%s'",
  async (productId, status, message) => {
    expect(await add(productId)).toMatchObject({ status, body: { message } });
    expect(await readQuantities()).toEqual({});
  },
);

test("a withdrawn product is removed from the cart, and is named once, in the next response with the cart (D19)", async () => {
  await add("bowl");
  await add("tray");
  await withdrawProduct(context, "bowl");
  expect((await update("bowl", 2)).status).toBe(404);
  const readGone = async () => (await api.as(asha).get("/api/cart")).body["gone"];
  expect([await readGone(), await readGone()]).toEqual([["Acacia Bowl"], undefined]);
  const { rows } = await context.database.pool.query("select product_id from cart_line");
  expect(rows).toEqual([{ product_id: "tray" }]);
});

test("concurrent additions from several tabs sum up exactly and never exceed the stock", async () => {
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, call) => (call % 2 ? add("bowl", 1 + (call % 3)) : add("tray"))),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await readQuantities()).toEqual({ bowl: 24, tray: 5 });
});

test("customers cannot read or change another customer's cart (§7, T11, D74, D76)", async () => {
  await add("bowl", 3);
  const other = await signInCustomer(context);
  await api.as(other).post("/api/cart/add", { productId: "tray", quantity: 2 });
  const previous = await hashRows(context, "cart_line");
  for (const userId of [asha.accountId, asha.accountId.toUpperCase(), "nonsense", ""]) {
    const { status, body } = await api.as(other).get(`/api/cart?userId=${userId}`);
    expect(status).toBe(404);
    expect(JSON.stringify(body)).not.toContain("bowl");
  }
  expect(await hashRows(context, "cart_line")).toBe(previous);

  const { accountId } = asha;
  await api.as(other).post("/api/cart/add", { productId: "bowl", userId: accountId, accountId });
  await api.as(other).delete("/api/cart/clear", { userId: accountId });
  expect(await readQuantities()).toEqual({ bowl: 3 });
  expect(await readQuantities(other)).toEqual({});
});

test("a customer can change the cart at most 240 times in a minute", async () => {
  const full = new Date(context.now().getTime() + MINUTE - 250).toISOString();
  await context.db.execute(
    `insert into rate_limit values ('cart:account:${asha.accountId}', '${full}', true)`,
  );
  expect((await add("bowl")).status).toBe(200);
  expect(await add("bowl")).toMatchObject({ status: 429, headers: { "retry-after": "1" } });
  expect(await readQuantities()).toEqual({ bowl: 1 });
});
