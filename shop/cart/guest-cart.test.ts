import { expect, test } from "vitest";
import type { CartProduct } from "./cart.ts";
import {
  addToGuestCart,
  changeGuestQuantity,
  type GuestCart,
  mergeGuestCarts,
  readGuestCart,
  removeFromGuestCart,
  rereadGuestCart,
  rereadNotice,
} from "./guest-cart.ts";

const piece = (id: string, changes: Partial<CartProduct> = {}): CartProduct => ({
  _id: id,
  price: 1499,
  title: `The ${id}`,
  category: "Tableware",
  size: [],
  images: [{ url: `/uploads/${id}.jpg` }],
  ...changes,
});
const bag = (...lines: [CartProduct, number][]): GuestCart =>
  lines.reduce<GuestCart>((cart, [product, quantity]) => addToGuestCart(cart, product, quantity), []);
const quantities = (cart: GuestCart) =>
  Object.fromEntries(cart.map((line) => [line.productId, line.quantity]));

test("adding the same product adds up, and never changes the bag in place", () => {
  const one = bag([piece("bowl"), 2]);
  const two = addToGuestCart(one, piece("bowl"), "3");
  expect(quantities(one)).toEqual({ bowl: 2 });
  expect(quantities(two)).toEqual({ bowl: 5 });
  expect(quantities(addToGuestCart(two, piece("tray"), -7))).toEqual({ bowl: 5, tray: 1 });
});

test("the stock bounds the bag, and what is sold out does not get in", () => {
  expect(quantities(bag([piece("bowl", { stock: 4 }), 3], [piece("bowl", { stock: 4 }), 3]))).toEqual({
    bowl: 4,
  });
  expect(bag([piece("bowl", { stock: 0 }), 1])).toEqual([]);
  expect(quantities(bag([piece("bowl"), 998], [piece("bowl"), 5]))).toEqual({ bowl: 999 });
});

test("a quantity changes absolutely or relatively, and 0 removes the line", () => {
  const cart = bag([piece("bowl"), 3], [piece("tray", { stock: 5 }), 1]);
  expect(quantities(changeGuestQuantity(cart, "bowl", { to: 7 }))).toEqual({ bowl: 7, tray: 1 });
  expect(quantities(changeGuestQuantity(cart, "bowl", { by: -1 }))).toEqual({ bowl: 2, tray: 1 });
  expect(quantities(changeGuestQuantity(cart, "tray", { by: 20 }))).toEqual({ bowl: 3, tray: 5 });
  expect(quantities(changeGuestQuantity(cart, "bowl", { by: -9 }))).toEqual({ tray: 1 });
  expect(quantities(changeGuestQuantity(cart, "bowl", { to: Number.NaN }))).toEqual({ bowl: 3, tray: 1 });
  expect(changeGuestQuantity(cart, "spoon", { to: 2 })).toEqual(cart);
});

test("removing takes one line out", () => {
  expect(quantities(removeFromGuestCart(bag([piece("bowl"), 3], [piece("tray"), 1]), "bowl"))).toEqual({
    tray: 1,
  });
});

test("two bags merge into their sum", () => {
  const one = bag([piece("bowl"), 2], [piece("tray", { stock: 3 }), 2]);
  const other = bag([piece("tray", { stock: 3 }), 2], [piece("spoon"), 1]);
  expect(quantities(mergeGuestCarts(one, other))).toEqual({ bowl: 2, tray: 3, spoon: 1 });
});

test("a re-reading takes over prices and titles, drops what is gone and says so", () => {
  const cart = bag([piece("bowl"), 2], [piece("tray"), 1], [piece("spoon"), 9]);
  const reread = rereadGuestCart(cart, [
    piece("bowl", { price: 1299, title: "A bowl" }),
    piece("spoon", { stock: 4 }),
  ]);
  expect(quantities(reread.cart)).toEqual({ bowl: 2, spoon: 4 });
  expect(reread.cart[0]).toMatchObject({ price: 1299, title: "A bowl" });
  expect(rereadNotice(reread)).toBe("No longer available: The tray. New price: A bowl.");
  expect(
    rereadNotice(
      rereadGuestCart(
        cart,
        cart.map((line) => piece(line.productId)),
      ),
    ),
  ).toBeNull();
});

test("a stored bag survives the storage, whatever else was written there", () => {
  const cart = bag([piece("bowl", { stock: 9 }), 2], [piece("tray"), 1]);
  expect(readGuestCart(JSON.stringify(cart))).toEqual(cart);
  for (const rubbish of [null, "", "{", "null", "7", '"bowl"', "[null, 3, {}]", '{"productId":"bowl"}']) {
    expect(readGuestCart(rubbish)).toEqual([]);
  }
});

test("an older bag is read: the id under its other names, quantities as text, lines that double", () => {
  const old = [
    { _id: "bowl", quantity: "2", price: 10, title: "Bowl" },
    { id: "tray", quantity: -1, price: 20, title: "Tray" },
    { productId: "bowl", quantity: 1, price: 10, title: "Bowl" },
  ];
  expect(quantities(readGuestCart(JSON.stringify(old)))).toEqual({ bowl: 3, tray: 1 });
});
