import { expect, test } from "vitest";
import { findSceneBefore, type Scene } from "./scene-tile.tsx";

const scenes = ["one", "two"].map((href): Scene => ({
  href,
  caption: href,
  picture: { src: href, width: 4, height: 3 },
}));
const listPlaces = (count: number) =>
  Array.from({ length: count }, (_, index) => findSceneBefore(index, count, scenes)?.href).flatMap(
    (href, index) => (href ? [`${href} before ${index}`] : []),
  );

test("every ninth place of a listing is a picture while there are any, but never the last place", () => {
  expect(listPlaces(8)).toEqual([]);
  expect(listPlaces(9)).toEqual([]);
  expect(listPlaces(10)).toEqual(["one before 8"]);
  expect(listPlaces(36)).toEqual(["one before 8", "two before 16"]);
  expect(findSceneBefore(8, 36, undefined)).toBeUndefined();
});
