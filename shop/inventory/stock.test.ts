import { describe, expect, test } from "vitest";
import { isSoldOut, getStockNote, getMaxQuantity, getQuantityNote } from "./stock.ts";

describe("what a shopper reads of the stock", () => {
  test("nothing of a piece made to order, nor of one in good supply", () => {
    expect(getStockNote({})).toBeNull();
    expect(getStockNote({ stock: 6 })).toBeNull();
  });

  test("how few are left, from five downwards (§2.6, D22)", () => {
    expect(getStockNote({ stock: 5 })).toBe("Only 5 left");
    expect(getStockNote({ stock: 1 })).toBe("Only 1 left");
  });

  test("that it is sold out (§2.6, D22)", () => {
    expect(getStockNote({ stock: 0 })).toBe("Sold out");
    expect(isSoldOut({ stock: 0 })).toBe(true);
    expect(isSoldOut({})).toBe(false);
  });

  test("the quantity is bounded by the stock, else by 999 (§2.6, D22)", () => {
    expect([
      getMaxQuantity({}),
      getMaxQuantity({ stock: 7 }),
      getMaxQuantity({ stock: 5000 }),
      getMaxQuantity({ stock: 0 }),
    ]).toEqual([999, 7, 999, 0]);
  });

  test("why it goes no higher is said only at the bound", () => {
    expect(getQuantityNote({ stock: 3 }, 2)).toBeNull();
    expect(getQuantityNote({ stock: 3 }, 3)).toBe("We have 3 pieces, no more.");
    expect(getQuantityNote({}, 999)).toBe("999 is the most in one order.");
  });
});
