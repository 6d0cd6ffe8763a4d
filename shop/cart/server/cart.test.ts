// @engine: locks, races or SQL that the two engines could do differently.
import { expect, test } from "vitest";
import { MINUTE } from "#contract/time.ts";
import { signInCustomer } from "../../../tests/support/customer.ts";
import { withdrawProduct } from "../../../tests/support/goods.ts";
import { hashRows } from "../../../tests/support/row-hash.ts";
import { api, asha, context, setUpSignedIn } from "../../../tests/support/signed-in.ts";
import { addToCart, readCart } from "../endpoints.ts";
import { clearCart } from "./cart.ts";
import { cartRoutes } from "./routes.ts";

setUpSignedIn(cartRoutes, [
  { id: "bowl", title: "Acacia Bowl", price: 149_950 },
  { id: "tray", onHand: 5 },
  { id: "spoon", onHand: 0 },
]);

const add = (productId: unknown, quantity?: unknown, owner = asha) =>
  api.as(owner).post("/api/cart/add", { productId, quantity });
const update = (productId: unknown, quantity?: unknown) =>
  api.as(asha).patch("/api/cart/update", { productId, quantity });
const remove = (productId: unknown) => api.as(asha).delete("/api/cart/remove", { productId });

async function readQuantities(owner = asha): Promise<Record<string, number>> {
  const { cartItems } = await api.call(readCart, { query: { userId: owner.accountId } }, { as: owner });
  return Object.fromEntries(cartItems.map((item) => [item.productId, item.quantity]));
}

test("a line carries what the product says, in rupees; a limited one its stock", async () => {
  await add("bowl", 2);
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

test("adding sums up; anything that is not at least 1 adds 1", async () => {
  await add("bowl", 2);
  await add("bowl", "3");
  for (const quantity of [0, -5, null, "many", undefined, {}]) await add("bowl", quantity);
  expect(await readQuantities()).toEqual({ bowl: 11 });
});

test("a populated product counts as its id, under either name (D20)", async () => {
  await add({ _id: "bowl", title: "whatever" });
  await add({ id: "bowl" });
  await update({ _id: "bowl" }, 5);
  expect(await readQuantities()).toEqual({ bowl: 5 });
  await remove({ _id: "bowl", id: "tray" });
  expect(await readQuantities()).toEqual({});
});

test("no product id is an error of its own, on every call (§5, D16)", async () => {
  for (const productId of [undefined, null, "", "  ", 7, {}, [], { _id: "" }]) {
    for (const { status, body } of [
      await add(productId),
      await update(productId, 1),
      await remove(productId),
    ]) {
      expect(status).toBe(400);
      expect(body.message).toBe("Product id is required");
    }
  }
});

test("the stock bounds what is added and set, and 999 whatever has none (D16)", async () => {
  await add("tray", 4);
  await add("tray", 4);
  await add("bowl", 5000);
  await add("bowl", 5000);
  expect(await readQuantities()).toEqual({ tray: 5, bowl: 999 });
  await update("tray", 2);
  await update("bowl", 3);
  expect(await readQuantities()).toEqual({ tray: 2, bowl: 3 });
  await update("tray", 77);
  expect(await readQuantities()).toEqual({ tray: 5, bowl: 3 });
});

test("setting is absolute; 0 and less remove, and what is no number is refused (D15)", async () => {
  await add("bowl", 3);
  expect((await update("bowl", 7)).body["cartItems"]).toMatchObject([{ quantity: 7 }]);
  for (const quantity of [undefined, null, "many", {}]) {
    const { status, body } = await update("bowl", quantity);
    expect([status, body.message]).toEqual([400, "Quantity must be a number"]);
  }
  expect(await readQuantities()).toEqual({ bowl: 7 });
  expect((await update("bowl", 0)).body).toEqual({ success: true, cartItems: [] });
  await add("bowl");
  await update("bowl", -3);
  expect(await readQuantities()).toEqual({});
});

test("a tab that missed a removal does not bring the line back", async () => {
  const { status, body } = await update("bowl", 3);
  expect([status, body.message]).toEqual([404, "This product is not in your cart."]);
  expect((await update("bowl", 0)).status).toBe(200);
  expect((await remove("bowl")).status).toBe(200);
});

test("an unknown product and a sold-out one are refused in plain words", async () => {
  const unknown = await add("no-such-bowl");
  expect([unknown.status, unknown.body.message]).toEqual([404, "This product is no longer available."]);
  const soldOut = await add("spoon");
  expect([soldOut.status, soldOut.body.message]).toEqual([409, "This product is sold out."]);
  expect(await readQuantities()).toEqual({});
});

test("a product that leaves the catalogue leaves the cart at the next reading, which names it once (D19)", async () => {
  await add("bowl");
  await add("tray");
  await withdrawProduct(context, "bowl");
  expect((await update("bowl", 2)).status).toBe(404);
  const read = async () => (await api.as(asha).get("/api/cart")).body["gone"];
  expect([await read(), await read()]).toEqual([["Acacia Bowl"], undefined]);
  expect(await readQuantities()).toEqual({ tray: 1 });
  const { rows } = await context.database.pool.query("select product_id from cart_line");
  expect(rows).toEqual([{ product_id: "tray" }]);
});

test("clearing empties the cart, with or without an empty JSON body", async () => {
  for (const body of [undefined, "", {}]) {
    await add("bowl");
    expect((await api.as(asha).delete("/api/cart/clear", body)).body).toEqual({
      success: true,
      cartItems: [],
    });
    expect(await readQuantities()).toEqual({});
  }
  await add("bowl");
  await context.transact((tx) => clearCart(tx, asha.accountId));
  expect(await readQuantities()).toEqual({});
});

test("the answer to a call without its body says what is missing, not that it is broken", async () => {
  for (const answer of [
    await api.as(asha).delete("/api/cart/remove", ""),
    await api.as(asha).delete("/api/cart/remove"),
    await api.as(asha).patch("/api/cart/update", ""),
  ]) {
    expect([answer.status, answer.body.message]).toEqual([400, "Product id is required"]);
  }
});

test("fifty adds of one product at once sum up exactly", async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, (_, call) => add("bowl", 1 + (call % 3))));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
  expect(await readQuantities()).toEqual({ bowl: 99 });
});

test("fifty adds at once of a limited piece never pass its stock", async () => {
  await Promise.all(Array.from({ length: 50 }, () => add("tray", 1)));
  expect(await readQuantities()).toEqual({ tray: 5 });
});

test("two tabs that bring their bags at login add up", async () => {
  const bring = (bag: [string, number][]) =>
    Promise.all(
      bag.map(([productId, quantity]) =>
        api.call(addToCart, { body: { productId, quantity } }, { as: asha }),
      ),
    );
  await Promise.all([
    bring([
      ["bowl", 2],
      ["tray", 1],
    ]),
    bring([
      ["tray", 2],
      ["bowl", 5],
    ]),
  ]);
  expect(await readQuantities()).toEqual({ bowl: 7, tray: 3 });
});

test("no one reads or changes another's cart (§7, T11, D74, D76)", async () => {
  await add("bowl", 3);
  const other = await signInCustomer(context);
  await add("tray", 2, other);
  const before = await hashRows(context, "cart_line");
  for (const userId of [asha.accountId, asha.accountId.toUpperCase(), "nonsense", ""]) {
    const { status, body } = await api.as(other).get(`/api/cart?userId=${userId}`);
    expect(status).toBe(404);
    expect(JSON.stringify(body)).not.toContain("bowl");
  }
  const guest = api.as(null);
  for (const { status } of [
    await guest.get(`/api/cart?userId=${asha.accountId}`),
    await guest.post("/api/cart/add", { productId: "bowl" }),
    await guest.patch("/api/cart/update", { productId: "bowl", quantity: 1 }),
    await guest.delete("/api/cart/remove", { productId: "bowl" }),
    await guest.delete("/api/cart/clear"),
  ]) {
    expect(status).toBe(401);
  }
  expect(await hashRows(context, "cart_line")).toBe(before);

  await api
    .as(other)
    .post("/api/cart/add", { productId: "bowl", userId: asha.accountId, accountId: asha.accountId });
  await api.as(other).delete("/api/cart/clear", { userId: asha.accountId });
  expect(await readQuantities()).toEqual({ bowl: 3 });
  expect(await readQuantities(other)).toEqual({});
});

test("the price is the catalogue's, whatever is sent along (T12)", async () => {
  const { body } = await api
    .as(asha)
    .post("/api/cart/add", { productId: "bowl", price: 1, title: "Free", stock: 9 });
  expect(body["cartItems"]).toMatchObject([{ price: 1499.5, title: "Acacia Bowl" }]);
});

test("240 changes in a minute, then one has to wait", async () => {
  const full = new Date(context.now().getTime() + MINUTE - 250).toISOString();
  await context.db.execute(
    `insert into rate_limit values ('cart:account:${asha.accountId}', '${full}', true)`,
  );
  expect((await add("bowl")).status).toBe(200);
  const refused = await add("bowl");
  expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "1"]);
  expect(await readQuantities()).toEqual({ bowl: 1 });
});
