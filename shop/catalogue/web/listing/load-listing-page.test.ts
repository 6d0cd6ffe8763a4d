import { expect, test } from "vitest";
import { type Call, toResult } from "#contract/endpoint-call.ts";
import { loadListingPage } from "./load-listing-page.ts";

const data = [
  { _id: "tray", title: "Savera Tray", subcategory: "Tray", collection: "Diwali Gifting" },
  { _id: "bowl", title: "Kansa Bowl", subcategory: "Bowl", materials: ["Teak wood"] },
];
const backendWithoutSearch: Call = async (endpoint) => toResult(endpoint, { success: true, data });

test.each([
  ["diwali", ["tray"]],
  ["Teak bowl", ["bowl"]],
  ["lamp", []],
])(
  "if the backend does not search, the browser finds products by name, collection or wood for '%s' (D101)",
  async (search, ids) => {
    const { cards, total } = await loadListingPage(backendWithoutSearch, { search }, 1);
    expect(cards.map(({ _id }) => _id)).toEqual(ids);
    expect(total).toBe(ids.length);
  },
);

test("a page number after the last page loads the last page, as the server does (D44)", async () => {
  const requested: unknown[] = [];
  const pagedBackend: Call = async (endpoint, input) => {
    const { page } = (input as unknown as { query: { page: string } }).query;
    requested.push(page);
    return toResult(endpoint, { success: true, data: page === "2" ? data : [], total: 26 });
  };
  const { cards, page, total } = await loadListingPage(pagedBackend, {}, 9);
  expect([cards.length, page, total, requested]).toEqual([2, 2, 26, ["9", "2"]]);
});
