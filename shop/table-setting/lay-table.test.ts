import { expect, test } from "vitest";
import products from "../../catalogue/products.json" with { type: "json" };
import type { ProductCard } from "#shop/catalogue/card.ts";
import { getFootprint } from "#shop/catalogue/shape.ts";
import { getCloth, layTable, listAlternatives, occasions, partySizes } from "./lay-table.ts";

const goods: ProductCard[] = products.map(({ slug, ...product }) => ({
  ...product,
  _id: slug,
  discount: 0,
  images: [],
}));
const byId = new Map(goods.map((product) => [product._id, product]));

test.each(occasions.flatMap((occasion) => partySizes.map((people) => [occasion, people] as const)))(
  "a table setting for %s for %i people has all pieces on its cloth, without overlaps and within the stock",
  (occasion, people) => {
    const laid = layTable(goods, people, occasion);
    expect(laid.length).toBeGreaterThan(1);
    expect(layTable(goods, people, occasion)).toEqual(laid);
    const boxes = laid.map(({ productId, x, y, turned }) => {
      const footprint = getFootprint(byId.get(productId)!)!;
      const [length, breadth] = turned
        ? [footprint.breadth, footprint.length]
        : [footprint.length, footprint.breadth];
      return { left: x - length / 2, right: x + length / 2, top: y - breadth / 2, bottom: y + breadth / 2 };
    });
    const { width, depth } = getCloth(people);
    for (const [index, box] of boxes.entries()) {
      expect(Math.min(box.left, box.top, width - box.right, depth - box.bottom)).toBeGreaterThanOrEqual(0);
      for (const other of boxes.slice(index + 1))
        expect(
          box.right <= other.left + 1 ||
            other.right <= box.left + 1 ||
            box.bottom <= other.top + 1 ||
            other.bottom <= box.top + 1,
        ).toBe(true);
    }
    for (const [productId, pieces] of Map.groupBy(laid, (piece) => piece.productId))
      expect(pieces.length).toBeLessThanOrEqual(byId.get(productId)?.stock ?? Infinity);
  },
);

test("a piece of a table setting can be swapped only for a similar product that is in stock", () => {
  const bowl = byId.get("mango-salad-bowl-large")!;
  const others = listAlternatives(goods, bowl).map(({ _id }) => _id);
  expect(others).toContain("mango-salad-bowl-large");
  expect(others).not.toContain("mango-wave-rim-bowl");
  expect(others).not.toContain("acacia-everyday-bowl");
});

test("a table setting with a budget costs at most that budget, and is empty if no piece is affordable", () => {
  const price = (ids: readonly string[]) => ids.reduce((sum, id) => sum + byId.get(id)!.price, 0);
  const laid = layTable(goods, 4, "dinner", (ids) => price(ids) <= 4000);
  expect(laid.length).toBeGreaterThan(1);
  expect(price(laid.map(({ productId }) => productId))).toBeLessThanOrEqual(4000);
  expect(layTable(goods, 4, "dinner", () => false)).toEqual([]);
});

test("a table setting for a dinner of four below ₹5000 with GST has a bowl for each person and a platter", () => {
  const isAffordable = (ids: readonly string[]) =>
    ids.reduce((sum, id) => sum + byId.get(id)!.price * 1.18, 0) - 99 <= 5000;
  const laid = layTable(goods, 4, "dinner", isAffordable);
  const kinds = laid.map(({ productId }) => byId.get(productId)!);
  expect(kinds.map(({ subcategory }) => subcategory)).toEqual(["Bowl", "Bowl", "Platter"]);
  expect(kinds[0]?.title).toContain("Set of 2");
  // On each side, a set of two bowls is between the two people who share it. The platter is in the middle.
  expect(laid.map(({ x, y }) => [x, y])).toEqual([
    [88, 110],
    [88, 20],
    [88, 65],
  ]);
});
