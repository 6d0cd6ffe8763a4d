import { expect, test } from "vitest";
import type { CartProduct } from "./cart.ts";
import {
  addToGuestCart,
  changeGuestQuantity,
  type GuestCart,
  readGuestCart,
  rereadGuestCart,
  describeCartChanges,
} from "./guest-cart.ts";

const createPiece = (id: string, changes: Partial<CartProduct> = {}): CartProduct => ({
  _id: id,
  price: 1499,
  title: `The ${id}`,
  category: "Tableware",
  size: [],
  images: [{ url: `/uploads/${id}.jpg` }],
  ...changes,
});
const createBag = (...lines: [CartProduct, number][]): GuestCart =>
  lines.reduce<GuestCart>((cart, [product, quantity]) => addToGuestCart(cart, product, quantity), []);
const listQuantities = (cart: GuestCart) =>
  Object.fromEntries(cart.map((line) => [line.productId, line.quantity]));

test.each([
  ["stays within the stock", createPiece("bowl", { stock: 4 }), 3, { bowl: 4 }],
  ["does not take a sold-out product", createPiece("bowl", { stock: 0 }), 1, {}],
  ["stays within 999 pieces", createPiece("bowl"), 998, { bowl: 999 }],
])("if a guest adds a product twice, the cart %s", (_, piece, quantity, quantities) => {
  expect(listQuantities(createBag([piece, quantity], [piece, quantity]))).toEqual(quantities);
});

test("a quantity in a guest's cart can be set or changed by a difference, and the quantity 0 removes the line (§4)", () => {
  const cart = createBag([createPiece("bowl"), 3], [createPiece("tray", { stock: 5 }), 1]);
  expect(listQuantities(changeGuestQuantity(cart, "bowl", { to: 7 }))).toEqual({ bowl: 7, tray: 1 });
  expect(listQuantities(changeGuestQuantity(cart, "bowl", { by: -1 }))).toEqual({ bowl: 2, tray: 1 });
  expect(listQuantities(changeGuestQuantity(cart, "tray", { by: 20 }))).toEqual({ bowl: 3, tray: 5 });
  expect(listQuantities(changeGuestQuantity(cart, "bowl", { by: -9 }))).toEqual({ tray: 1 });
  expect(listQuantities(changeGuestQuantity(cart, "bowl", { to: Number.NaN }))).toEqual({ bowl: 3, tray: 1 });
  expect(changeGuestQuantity(cart, "spoon", { to: 2 })).toEqual(cart);
});

test("a stored cart with two lines of one product becomes one line with their sum, up to the stock", () => {
  const one = createBag([createPiece("bowl"), 2], [createPiece("tray", { stock: 3 }), 2]);
  const other = createBag([createPiece("tray", { stock: 3 }), 2], [createPiece("spoon"), 1]);
  expect(listQuantities(readGuestCart([...one, ...other]))).toEqual({ bowl: 2, tray: 3, spoon: 1 });
});

test("reloading the products updates a guest's cart and reports products that are no longer sold (§2.7, D19)", () => {
  const cart = createBag([createPiece("bowl"), 2], [createPiece("tray"), 1], [createPiece("spoon"), 9]);
  const reread = rereadGuestCart(cart, [
    createPiece("bowl", { price: 1299, title: "A bowl" }),
    createPiece("spoon", { stock: 4 }),
  ]);
  expect(listQuantities(reread.cart)).toEqual({ bowl: 2, spoon: 4 });
  expect(reread.cart[0]).toMatchObject({ price: 1299, title: "A bowl" });
  expect(describeCartChanges(reread)).toBe("No longer available: The tray. New price: A bowl.");
  const unchanged = cart.map((line) => createPiece(line.productId));
  expect(describeCartChanges(rereadGuestCart(cart, unchanged))).toBeNull();
});

test("a guest's cart is restored from storage, and invalid data gives an empty cart", () => {
  const cart = createBag([createPiece("bowl", { stock: 9 }), 2], [createPiece("tray"), 1]);
  expect(readGuestCart(JSON.parse(JSON.stringify(cart)))).toEqual(cart);
  for (const rubbish of [null, 7, "bowl", [null, 3, {}], { productId: "bowl" }]) {
    expect(readGuestCart(rubbish)).toEqual([]);
  }
});

test("a cart stored by an older version is restored even if it has other id fields, quantities as text or repeated lines (§3)", () => {
  const old = [
    { _id: "bowl", quantity: "2", price: 10, title: "Bowl" },
    { id: "tray", quantity: -1, price: 20, title: "Tray" },
    { productId: "bowl", quantity: 1, price: 10, title: "Bowl" },
  ];
  expect(listQuantities(readGuestCart(old))).toEqual({ bowl: 3, tray: 1 });
});
