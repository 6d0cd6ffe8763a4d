import { expect, test } from "vitest";
import { selectComplements } from "./complements.ts";

const piece = (
  _id: string,
  subcategory: string,
  {
    collection,
    wood = "Mango wood",
    stock,
    category = "Serveware",
  }: Partial<Record<"collection" | "wood" | "category", string>> & { stock?: number } = {},
) => ({
  _id,
  kind: { category, subcategory, ...(collection !== undefined && { collection }), materials: [wood] },
  ...(stock !== undefined && { stock }),
});

const board = piece("board", "Chopping Board", {
  collection: "Cook",
  wood: "Teak wood",
  category: "Kitchenware",
});

const suggest = (...others: ReturnType<typeof piece>[]) =>
  selectComplements(board, [board, ...others]).map(({ _id }) => _id);

test("the suggestions for a board start with pieces that are used with a board, before pieces of the same collection or wood", () => {
  expect(
    suggest(
      piece("same-wood", "Lazy Susan", { wood: "Teak wood" }),
      piece("same-collection", "Tissue Holder", { collection: "Cook" }),
      piece("bowl", "Bowl"),
      piece("tray", "Tray"),
    ),
  ).toEqual(["tray", "bowl", "same-collection", "same-wood"]);
});

test("a product of the same type is never suggested, even if no other product is left", () => {
  expect(suggest(piece("twin", "chopping board", { collection: "Cook", wood: "Teak wood" }))).toEqual([]);
});

test("sold-out products are not suggested, and products in stock are suggested before products made to order", () => {
  expect(
    suggest(
      piece("gone", "Tray", { stock: 0 }),
      piece("to-order", "Tray"),
      piece("in-stock", "Tray", { stock: 1 }),
    ),
  ).toEqual(["in-stock", "to-order"]);
});
