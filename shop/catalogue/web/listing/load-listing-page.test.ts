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
