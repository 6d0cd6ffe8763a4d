import { expect, test } from "vitest";
import { searchCollections } from "./search.ts";

const names = ["Diwali Gifting", "Everyday Table", "The Host's Board"];

test.each([
  ["", names],
  ["DIW", ["Diwali Gifting"]],
  ["gifts", ["Diwali Gifting"]],
  ["a present", []],
  ["presents", ["Diwali Gifting"]],
  ["diwali table", []],
  ["hosts", ["The Host's Board"]],
  ["host board", ["The Host's Board"]],
])("the search text '%s' finds the matching collections (§2.2)", (text, matches) => {
  expect(searchCollections(names, text)).toEqual(matches);
});
