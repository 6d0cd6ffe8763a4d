import { expect, test } from "vitest";
import { selectComplements } from "./complements.ts";

const piece = (
  _id: string,
  subcategory: string,
  collection: string | undefined,
  wood: string,
  stock?: number,
) => ({
  _id,
  kind: { subcategory, ...(collection !== undefined && { collection }), materials: [wood] },
  ...(stock !== undefined && { stock }),
});

const tray = piece("tray", "Tray", "Breakfast", "Teak wood");

const beside = (...others: ReturnType<typeof piece>[]) =>
  selectComplements(tray, [tray, ...others]).map(({ _id }) => _id);

test("products of the same collection and another kind are first, then those of the same wood", () => {
  expect(
    beside(
      piece("stranger", "Bowl", "Other", "Mango wood"),
      piece("same-wood", "Platter", "Other", "Teak wood"),
      piece("same-collection", "Bowl", "breakfast ", "Mango wood"),
    ),
  ).toEqual(["same-collection", "same-wood"]);
});

test("its own kind only when nothing else is left", () => {
  expect(
    beside(
      piece("twin", "Tray", "Breakfast", "Teak wood"),
      piece("plank", "Chopping Board", undefined, "Teak wood"),
      piece("bowl", "Bowl", "Breakfast", "Mango wood"),
    ),
  ).toEqual(["bowl", "plank", "twin"]);
});

test("four different kinds rather than four bowls", () => {
  const bowls = ["b1", "b2", "b3", "b4"].map((id) => piece(id, "Bowl", "Breakfast", "Mango wood"));
  const more = [
    piece("board", "Cheese Board", "Breakfast", "Mango wood"),
    piece("caddy", "Caddy", "", "Teak wood"),
  ];
  expect(beside(...bowls, ...more)).toEqual(["b1", "board", "caddy", "b2"]);
});

test("excludes sold-out products and the product itself, and shows at most four", () => {
  expect(beside(piece("gone", "Bowl", "Breakfast", "Teak wood", 0))).toEqual([]);
  expect(beside(piece("one-left", "Bowl", "Breakfast", "Teak wood", 1))).toEqual(["one-left"]);
  const many = Array.from({ length: 9 }, (_, index) =>
    piece(`p${index}`, `Kind ${index}`, "Breakfast", "Teak wood"),
  );
  expect(beside(...many)).toHaveLength(4);
});

test("two pieces without a collection do not belong to one", () => {
  const loose = piece("loose", "Bowl", undefined, "Mango wood");
  expect(selectComplements(piece("me", "Tray", undefined, "Teak wood"), [loose])).toEqual([]);
});
