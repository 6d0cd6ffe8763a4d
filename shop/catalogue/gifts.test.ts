import { expect, test } from "vitest";
import { toCard } from "./card.ts";
import { sortGiftsByPrice } from "./gifts.ts";
import { parseProduct } from "./read-product.ts";

test("the page of gifts lists each gift in exactly one price range, by its price with GST (D106)", () => {
  const createCard = (price: number, more: object = {}) => {
    const product = parseProduct({ _id: String(price), title: "Bowl", price, ...more });
    if (!product) throw new Error("not a product");
    return toCard(product);
  };
  // A price of 847.45 becomes 999.99 with 18 % GST, and 861 becomes 904.05 with 5 % GST.
  const goods = [
    createCard(847.45),
    createCard(860),
    createCard(861, { gstRate: 5 }),
    createCard(1_600),
    createCard(4_300),
  ];
  const parts = sortGiftsByPrice(goods, { cgst: 9, sgst: 9 });
  expect(parts.map(({ limit, products }) => [limit, products.map(({ _id }) => _id)])).toEqual([
    [1_000, ["847.45", "861"]],
    [2_000, ["1600", "860"]],
    [5_000, []],
  ]);
});
