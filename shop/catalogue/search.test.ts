import { expect, test } from "vitest";
import { findHelpPages, searchCollections, searchText } from "./search.ts";

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

test("the invisible variation selector that phones append to an emoji does not count as a search word", () => {
  expect(searchText("bowl \u2764\uFE0F")).toBe("bowl");
  expect(searchText("\u{1F37D}\uFE0F")).toBe("plate");
});

test("a search like 'return policy' finds the page about returns, but 'return gifts' finds no page", () => {
  const find = (text: string) => findHelpPages(text).map(({ href }) => href);
  expect(find("Track my order")).toEqual(["/orders"]);
  expect(find("return policy")).toEqual(["/refund-policy"]);
  expect(find("COD")).toEqual(["/shipping-policy"]);
  expect(find("who makes these")).toEqual(["/our-story"]);
  expect(find("oil for cutting board")).toEqual(["/care"]);
  expect(find("can I pay by UPI")).toEqual(["/faq"]);
  expect(find("is teak safe for a wet salad")).toEqual(["/faq"]);
  expect(find("return gifts")).toEqual([]);
  expect(find("gift wrap")).toEqual(["/faq"]);
  expect(find("teak tray")).toEqual([]);
});
