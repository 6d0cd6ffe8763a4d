import { expect, test } from "vitest";
import { ApiError } from "#contract/errors.ts";
import { getEmptyListText, parseProductListing, getProducts, describeListFailure } from "./listing.ts";

const check = "Failed to fetch products. Please check the API.";

test.each([
  ["HTTP 503", new ApiError(503, null), "Failed to fetch products", "Failed to fetch products. Status: 503"],
  [
    "success false",
    new ApiError(200, { code: "unsuccessful", message: "Closed for stocktaking" }),
    "Failed to fetch products: Closed for stocktaking",
    check,
  ],
  ["success false and no message", new ApiError(200, { code: "unsuccessful" }), check, check],
  ["a response that is not JSON", new ApiError(200, { code: "not_json" }), check, check],
  ["a network error", new Error("The line is dead."), "The line is dead.", "The line is dead."],
])(
  "if loading the products fails with %s, the listing and the home page show the specified messages (§2.5, §8, D40)",
  (_, cause, listing, home) => {
    expect([describeListFailure(cause, "listing"), describeListFailure(cause, "home")]).toEqual([
      listing,
      home,
    ]);
  },
);

test.each([[null], [{}], [{ success: true, data: "soup" }], [{ success: true, data: [null] }]])(
  "a listing response with the wrong shape is rejected: %j",
  (answer) => {
    const listing = parseProductListing(answer);
    expect(() => listing && getProducts(listing)).toThrow("Failed to fetch products. Please check the API.");
  },
);

test("entries of a listing that are not products are skipped, and a missing total is 0", () => {
  const bowl = { id: "roz", name: "Bowl" };
  for (const answer of [[null, bowl, {}], { data: [bowl, "soup"], total: null }, { data: [bowl] }]) {
    const listing = parseProductListing(answer);
    expect(listing && [getProducts(listing).map(({ _id }) => _id), listing.total]).toEqual([["roz"], 0]);
  }
  expect(parseProductListing({ success: true, data: [], total: 24 })).toMatchObject({
    data: [],
    total: 24,
  });
});

test("an empty listing mentions 'this category' for a collection, and no category for all products (§2.5, D39)", () => {
  expect(getEmptyListText({})).toBe("No products available");
  expect(getEmptyListText({ collection: "Diwali Gifting" })).toBe("No products available in this category.");
});
