import { expect, test } from "vitest";
import {
  describeFullBag,
  limitQuantity,
  readQuantityToAdd,
  readQuantityToSet,
  type CartItem,
  calculateCartTotals,
  formatProductCount,
  describeShortage,
} from "./cart.ts";

test("the message for a full cart says whether the stock or the limit of an order is reached", () => {
  expect([2, 998, 999].map((inBag) => describeFullBag(inBag))).toEqual([
    "That's all we have: 2 in your bag",
    "That's all we have: 998 in your bag",
    "You can order up to 999 at once.",
  ]);
});

test("the message for a shortage names the products with too little stock (§2.8, D102, D19)", () => {
  const line = { productId: "bowl", price: 1, category: "", size: [], images: [] };
  const lines: CartItem[] = [
    { ...line, title: "Acacia Bowl", quantity: 3, stock: 2 },
    { ...line, title: "Teak Tray", quantity: 1, stock: 0 },
    { ...line, title: "Coaster", quantity: 2, stock: 2 },
    { ...line, title: "Spoon", quantity: 9 },
  ];
  expect(describeShortage(lines)).toBe(
    "Not enough left: Acacia Bowl (2 left), Teak Tray (sold out). Please reduce the quantity or remove the product.",
  );
  expect(describeShortage(lines.slice(2))).toBeNull();
});

test.each([
  [[undefined, null, "", "many", Number.NaN, 0, -4, 0.9, {}, true, "1e999", "0x10"], 1],
  [[2.7, 2], 2],
  [[3, "3"], 3],
  [[999, 1000, "1000000"], 999],
])("adding any of the quantities %j to the cart adds %i (§5, D16)", (quantities, added) => {
  for (const quantity of quantities) expect(readQuantityToAdd(quantity)).toBe(added);
});

test.each([
  [[0, -1, "0", 0.5], 0],
  [[5, "5"], 5],
  [[5000], 999],
  [[null, "", "many", undefined, true], null],
])("setting the quantity of a cart line to any of %j gives %o (§5, D16)", (quantities, set) => {
  for (const quantity of quantities) expect(readQuantityToSet(quantity)).toBe(set);
});

test("the quantity of a cart line is limited by the stock, and the quantity of a sold-out line stays 1", () => {
  expect(limitQuantity({}, 40)).toBe(40);
  expect(limitQuantity({ stock: 3 }, 40)).toBe(3);
  expect(limitQuantity({ stock: 0 }, 40)).toBe(1);
});

test("the totals of a cart add up to the paisa (§3)", () => {
  const line = (productId: string, price: number, quantity: number): CartItem => ({
    productId,
    price,
    quantity,
    title: productId,
    category: "Tableware",
    size: [],
    images: [],
  });
  expect(calculateCartTotals([line("bowl", 0.1, 3), line("tray", 588.82, 2)])).toEqual({
    count: 5,
    distinct: 2,
    sum: 117_794,
  });
  expect(calculateCartTotals([])).toEqual({ count: 0, distinct: 0, sum: 0 });
  expect(formatProductCount(2)).toBe("2 Product(s)");
});
