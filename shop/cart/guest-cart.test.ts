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

test("adding the same product adds up, and never changes the bag in place", () => {
  const one = createBag([createPiece("bowl"), 2]);
  const two = addToGuestCart(one, createPiece("bowl"), "3");
  expect(listQuantities(one)).toEqual({ bowl: 2 });
  expect(listQuantities(two)).toEqual({ bowl: 5 });
  expect(listQuantities(addToGuestCart(two, createPiece("tray"), -7))).toEqual({ bowl: 5, tray: 1 });
});

test("the stock bounds the bag, and what is sold out does not get in", () => {
  expect(
    listQuantities(createBag([createPiece("bowl", { stock: 4 }), 3], [createPiece("bowl", { stock: 4 }), 3])),
  ).toEqual({
    bowl: 4,
  });
  expect(createBag([createPiece("bowl", { stock: 0 }), 1])).toEqual([]);
  expect(listQuantities(createBag([createPiece("bowl"), 998], [createPiece("bowl"), 5]))).toEqual({
    bowl: 999,
  });
});

test("a quantity changes absolutely or relatively, and 0 removes the line (§4)", () => {
  const cart = createBag([createPiece("bowl"), 3], [createPiece("tray", { stock: 5 }), 1]);
  expect(listQuantities(changeGuestQuantity(cart, "bowl", { to: 7 }))).toEqual({ bowl: 7, tray: 1 });
  expect(listQuantities(changeGuestQuantity(cart, "bowl", { by: -1 }))).toEqual({ bowl: 2, tray: 1 });
  expect(listQuantities(changeGuestQuantity(cart, "tray", { by: 20 }))).toEqual({ bowl: 3, tray: 5 });
  expect(listQuantities(changeGuestQuantity(cart, "bowl", { by: -9 }))).toEqual({ tray: 1 });
  expect(listQuantities(changeGuestQuantity(cart, "bowl", { to: Number.NaN }))).toEqual({ bowl: 3, tray: 1 });
  expect(changeGuestQuantity(cart, "spoon", { to: 2 })).toEqual(cart);
});

test("removing takes one line out", () => {
  expect(
    listQuantities(
      removeFromGuestCart(createBag([createPiece("bowl"), 3], [createPiece("tray"), 1]), "bowl"),
    ),
  ).toEqual({
    tray: 1,
  });
});

test("two bags merge into their sum", () => {
  const one = createBag([createPiece("bowl"), 2], [createPiece("tray", { stock: 3 }), 2]);
  const other = createBag([createPiece("tray", { stock: 3 }), 2], [createPiece("spoon"), 1]);
  expect(listQuantities(mergeGuestCarts(one, other))).toEqual({ bowl: 2, tray: 3, spoon: 1 });
});

test("a re-reading takes over prices and titles, drops what is gone and says so (§2.7, D19)", () => {
  const cart = createBag([createPiece("bowl"), 2], [createPiece("tray"), 1], [createPiece("spoon"), 9]);
  const reread = rereadGuestCart(cart, [
    createPiece("bowl", { price: 1299, title: "A bowl" }),
    createPiece("spoon", { stock: 4 }),
  ]);
  expect(listQuantities(reread.cart)).toEqual({ bowl: 2, spoon: 4 });
  expect(reread.cart[0]).toMatchObject({ price: 1299, title: "A bowl" });
  expect(rereadNotice(reread)).toBe("No longer available: The tray. New price: A bowl.");
  expect(
    rereadNotice(
      rereadGuestCart(
        cart,
        cart.map((line) => createPiece(line.productId)),
      ),
    ),
  ).toBeNull();
});

test("a stored bag survives the storage, whatever else was written there", () => {
  const cart = createBag([createPiece("bowl", { stock: 9 }), 2], [createPiece("tray"), 1]);
  expect(readGuestCart(JSON.stringify(cart))).toEqual(cart);
  for (const rubbish of [null, "", "{", "null", "7", '"bowl"', "[null, 3, {}]", '{"productId":"bowl"}']) {
    expect(readGuestCart(rubbish)).toEqual([]);
  }
});

test("an older bag is read: the id under its other names, quantities as text, lines that double (§3)", () => {
  const old = [
    { _id: "bowl", quantity: "2", price: 10, title: "Bowl" },
    { id: "tray", quantity: -1, price: 20, title: "Tray" },
    { productId: "bowl", quantity: 1, price: 10, title: "Bowl" },
  ];
  expect(listQuantities(readGuestCart(JSON.stringify(old)))).toEqual({ bowl: 3, tray: 1 });
});
