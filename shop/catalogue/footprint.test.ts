import { expect, test } from "vitest";
import { countPieces, getFootprint } from "./footprint.ts";

test("a set lies with its pieces beside each other, and what has no size does not lie", () => {
  expect([countPieces("Saanjh Teak Bowls, Set of 2"), countPieces("Bowl Pair"), countPieces("Bowl")]).toEqual(
    [2, 2, 1],
  );
  const size = [{ L: 4, B: 4, H: 2 }];
  expect(getFootprint({ title: "Bowls, Set of 3", size })?.length).toBeGreaterThan(20);
  expect(getFootprint({ title: "Bowl", size })).toEqual({ length: 10.2, breadth: 10.2 });
  expect(getFootprint({ title: "Bowl", size: [] })).toBeNull();
});
