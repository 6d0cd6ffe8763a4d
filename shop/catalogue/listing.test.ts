import { describe, expect, test } from "vitest";
import { ApiError } from "#contract/errors.ts";
import { getEmptyListText, parseProductListing, getProducts, describeListFailure } from "./listing.ts";

describe("a list that failed", () => {
  const down = new ApiError(503, null);

  test("with a status", () => {
    expect(describeListFailure(down, "listing")).toBe("Failed to fetch products");
    expect(describeListFailure(down, "home")).toBe("Failed to fetch products. Status: 503");
  });

  test("with success false (§2.5, §8, D40)", () => {
    const no = new ApiError(200, { code: "unsuccessful", message: "Closed for stocktaking" });
    expect(describeListFailure(no, "listing")).toBe("Failed to fetch products: Closed for stocktaking");
    expect(describeListFailure(no, "home")).toBe("Failed to fetch products. Please check the API.");
    expect(describeListFailure(new ApiError(200, { code: "unsuccessful" }), "listing")).toBe(
      "Failed to fetch products. Please check the API.",
    );
  });

  test.each([[null], [{}], [{ success: true, data: "soup" }], [{ success: true, data: [null] }]])(
    "with the wrong shape: %j",
    (answer) => {
      const listing = parseProductListing(answer);
      expect(() => listing && getProducts(listing)).toThrow(
        "Failed to fetch products. Please check the API.",
      );
    },
  );

  test("what is no product is left out; a missing total is 0", () => {
    const bowl = { id: "roz", name: "Bowl" };
    for (const answer of [[null, bowl, {}], { data: [bowl, "soup"], total: null }, { data: [bowl] }]) {
      const listing = parseProductListing(answer);
      expect(listing && [getProducts(listing).map(({ _id }) => _id), listing.total]).toEqual([["roz"], 0]);
    }
    expect(parseProductListing({ success: true, data: [], total: 24 })).toEqual({ data: [], total: 24 });
  });

  test("without JSON, whatever its status (§8)", () => {
    const page = new ApiError(200, { code: "not_json" });
    expect(describeListFailure(page, "home")).toBe("Failed to fetch products. Please check the API.");
    expect(describeListFailure(page, "listing")).toBe("Failed to fetch products. Please check the API.");
  });

  test("any other error speaks for itself", () => {
    expect(describeListFailure(new Error("The line is dead."), "home")).toBe("The line is dead.");
  });
});

test("an empty list names the category only when one was asked for (§2.5, D39)", () => {
  expect(getEmptyListText({})).toBe("No products available");
  expect(getEmptyListText({ collection: "Diwali Gifting" })).toBe("No products available in this category.");
});
