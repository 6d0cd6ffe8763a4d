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

const beside = (...others: ReturnType<typeof piece>[]) =>
  selectComplements(board, [board, ...others]).map(({ _id }) => _id);

test("pieces that are used with a board come before those that only share its collection or its wood", () => {
  expect(
    beside(
      piece("same-wood", "Lazy Susan", { wood: "Teak wood" }),
      piece("same-collection", "Tissue Holder", { collection: "Cook" }),
      piece("bowl", "Bowl"),
      piece("tray", "Tray"),
    ),
  ).toEqual(["tray", "bowl", "same-collection", "same-wood"]);
});

test("of pieces used alike, the one of the same collection or wood comes first", () => {
  const trays = [
    piece("other", "Tray"),
    piece("teak", "Tray", { wood: "teak wood" }),
    piece("cook", "Tray", { collection: "cook " }),
  ];
  expect(beside(...trays)).toEqual(["cook", "teak", "other"]);
});

test("a piece of the same kind is never shown, even if nothing else is left", () => {
  expect(beside(piece("twin", "chopping board", { collection: "Cook", wood: "Teak wood" }))).toEqual([]);
});

test("a bowl goes with a platter and a caddy for its spoons", () => {
  const bowl = piece("bowl", "Bowl");
  const all = [piece("susan", "Lazy Susan"), piece("caddy", "Cutlery Caddy"), piece("platter", "Platter")];
  expect(selectComplements(bowl, all).map(({ _id }) => _id)).toEqual(["platter", "caddy", "susan"]);
});

test("four different kinds come before a second piece of one kind", () => {
  const trays = ["t1", "t2", "t3"].map((id) => piece(id, "Tray"));
  const others = [piece("bowl", "Bowl"), piece("platter", "Platter")];
  expect(beside(...trays, ...others)).toEqual(["t1", "bowl", "platter", "t2"]);
});

test("sold out pieces are left out, and pieces in stock come before those made to order", () => {
  expect(
    beside(
      piece("gone", "Tray", { stock: 0 }),
      piece("to-order", "Tray"),
      piece("in-stock", "Tray", { stock: 1 }),
    ),
  ).toEqual(["in-stock", "to-order"]);
});

test("kinds that only the owner has go by category, collection and wood; strangers are not shown", () => {
  const mug = piece("mug", "Mug", { category: "Drinkware", wood: "Terracotta" });
  const all = [
    piece("stranger", "Rug", { category: "Decor", wood: "Jute" }),
    piece("jug", "Jug", { category: "Drinkware", wood: "Glass" }),
    piece("plate", "Plate", { category: "Tableware", wood: "Terracotta" }),
  ];
  expect(selectComplements(mug, all).map(({ _id }) => _id)).toEqual(["plate", "jug"]);
});
