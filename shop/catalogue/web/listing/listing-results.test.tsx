import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ApiError } from "#contract/errors.ts";
import type { LoadOutcome } from "#client/answer.ts";
import { openAt } from "#client/router/for-jsdom.tsx";
import { ListingResults } from "./listing-results.tsx";
import type { ListingPart } from "./use-shown-parts.ts";

const NoButton = () => null;
const none = { cards: [], from: 1, to: 1, total: 0, more: false };

test.each([
  [new ApiError(503, {}), "Failed to fetch products"],
  [new ApiError(200, { code: "unsuccessful", message: "Closed." }), "Failed to fetch products: Closed."],
  [new ApiError(200, { code: "not_json" }), "Failed to fetch products. Please check the API."],
])(
  "a list that was empty before and now fails says that it failed, not that there is nothing: $message (§2.5, §8, D40)",
  (failure, text) => {
    const outcome: LoadOutcome<ListingPart> = { state: "failed", failure };
    const results = {
      pathname: "/products",
      query: {},
      shown: none,
      outcome,
      scenes: undefined,
      Action: NoButton,
      Empty: NoButton,
    };
    openAt("/products", { "/products": () => <ListingResults {...results} /> });
    expect(screen.getByRole("alert").textContent).toBe(text);
    expect(screen.queryByText("No products available")).toBeNull();
  },
);
