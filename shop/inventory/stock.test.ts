import { describe, expect, test } from "vitest";
import { isSoldOut, maxQuantity, quantityNote, stockNote } from "./stock.ts";

describe("what a shopper is told of the stock", () => {
  test("nothing of a piece made to order, nor of one in good supply", () => {
    expect(stockNote({})).toBeNull();
    expect(stockNote({ stock: 6 })).toBeNull();
  });

  test("how few are left, from five downwards", () => {
    expect(stockNote({ stock: 5 })).toBe("Only 5 left");
    expect(stockNote({ stock: 1 })).toBe("Only 1 left");
  });

  test("that it is sold out", () => {
    expect(stockNote({ stock: 0 })).toBe("Sold out");
    expect(isSoldOut({ stock: 0 })).toBe(true);
    expect(isSoldOut({})).toBe(false);
  });

  test("the quantity is bounded by the stock, else by 999", () => {
    expect([
      maxQuantity({}),
      maxQuantity({ stock: 7 }),
      maxQuantity({ stock: 5000 }),
      maxQuantity({ stock: 0 }),
    ]).toEqual([999, 7, 999, 0]);
  });

  test("why it goes no higher is said only at the bound", () => {
    expect(quantityNote({ stock: 3 }, 2)).toBeNull();
    expect(quantityNote({ stock: 3 }, 3)).toBe("We have 3 pieces, no more.");
    expect(quantityNote({}, 999)).toBe("999 is the most in one order.");
  });
});
