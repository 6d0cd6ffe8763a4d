import { describe, expect, test } from "vitest";
import { ApiError } from "#contract/errors.ts";
import { emptyListText, productListingFrom, productsOf, whyNoList } from "./listing.ts";

describe("a list that failed", () => {
  const down = new ApiError(503, null);

  test("with a status", () => {
    expect(whyNoList(down, "listing")).toBe("Failed to fetch products");
    expect(whyNoList(down, "home")).toBe("Failed to fetch products. Status: 503");
  });

  test("with success false", () => {
    const no = new ApiError(200, { code: "unsuccessful", message: "Closed for stocktaking" });
    expect(whyNoList(no, "listing")).toBe("Failed to fetch products: Closed for stocktaking");
    expect(whyNoList(no, "home")).toBe("Failed to fetch products. Please check the API.");
    expect(whyNoList(new ApiError(200, { code: "unsuccessful" }), "listing")).toBe(
      "Failed to fetch products. Please check the API.",
    );
  });

  test.each([[null], [{}], [{ success: true, data: "soup" }], [{ success: true, data: [null] }]])(
    "with the wrong shape: %j",
    (answer) => {
      const listing = productListingFrom(answer);
      expect(() => listing && productsOf(listing)).toThrow("Failed to fetch products. Please check the API.");
    },
  );

  test("what is no product is left out; a total that is not told is 0", () => {
    const bowl = { id: "roz", name: "Bowl" };
    for (const answer of [[null, bowl, {}], { data: [bowl, "soup"], total: null }, { data: [bowl] }]) {
      const listing = productListingFrom(answer);
      expect(listing && [productsOf(listing).map(({ _id }) => _id), listing.total]).toEqual([["roz"], 0]);
    }
    expect(productListingFrom({ success: true, data: [], total: 24 })).toEqual({ data: [], total: 24 });
  });

  test("without JSON, whatever its status", () => {
    const page = new ApiError(200, { code: "not_json" });
    expect(whyNoList(page, "home")).toBe("Failed to fetch products. Please check the API.");
    expect(whyNoList(page, "listing")).toBe("Failed to fetch products. Please check the API.");
  });

  test("any other error speaks for itself", () => {
    expect(whyNoList(new Error("The line is dead."), "home")).toBe("The line is dead.");
  });
});

test("an empty list names the category only when one was asked for", () => {
  expect(emptyListText({})).toBe("No products available");
  expect(emptyListText({ collection: "Diwali Gifting" })).toBe("No products available in this category.");
});
