import { expect, test } from "vitest";
import { getMaxQuantity, getQuantityNote, getStockNote, isSoldOut } from "./stock.ts";

test.each([
  [undefined, null],
  [6, null],
  [5, "Only 5 left"],
  [1, "Only 1 left"],
  [0, "Sold out"],
])("the stock %o is shown to a shopper as %o (§2.6, D22)", (stock, note) => {
  const product = stock === undefined ? {} : { stock };
  expect(getStockNote(product)).toBe(note);
  expect(isSoldOut(product)).toBe(stock === 0);
});

test("the quantity on a product page is limited by the stock, or by 999, and a note is shown only at the limit (§2.6, D22)", () => {
  expect([{}, { stock: 7 }, { stock: 5000 }, { stock: 0 }].map(getMaxQuantity)).toEqual([999, 7, 999, 0]);
  expect(getQuantityNote({ stock: 3 }, 2)).toBeNull();
  expect(getQuantityNote({ stock: 3 }, 3)).toBe("Only 3 pieces in stock.");
  expect(getQuantityNote({}, 999)).toBe("You can order up to 999 at once.");
});
