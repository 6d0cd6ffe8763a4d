import { act, fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ApiError } from "#contract/errors.ts";
import type { LoadOutcome } from "#client/use-response.ts";
import { useLocation } from "#client/router/react.tsx";
import type { ListingQuery } from "#contract/links.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { openAt } from "../../../../tests/support/jsdom/open-at.tsx";
import { ListingResults } from "./listing-results.tsx";
import type { ListingPage } from "./load-listing-page.ts";
import type { ShownPages } from "./use-shown-pages.ts";

const none: ShownPages = { cards: [], from: 1, to: 1, total: 0, close: [], facets: null, more: false };

const card = (title: string): ListingPage["cards"][number] => ({
  _id: title,
  title,
  category: "Serveware",
  subcategory: "Tray",
  materials: ["Teak wood"],
  size: [],
  price: 100,
  originalPrice: 100,
  discount: 0,
  images: [],
});

function show(
  shown: Partial<ListingPage> & { more?: boolean },
  query: ListingQuery | null,
  outcome?: LoadOutcome<ListingPage>,
) {
  const page = { ...none, page: 1, ...shown };
  const value = { page: 1, total: page.total, cards: [...page.cards], close: [...page.close], facets: null };
  const results = {
    pathname: "/products",
    shown: page,
    last: page,
    outcome: outcome ?? { state: "loaded" as const, value },
    scenes: undefined,
    Empty: EmptyState,
  };
  /** If `query` is missing, uses the search text in the URL. */
  function Results() {
    const search = new URLSearchParams(useLocation().search).get("search") ?? "";
    return <ListingResults {...results} query={query ?? { search }} />;
  }
  return openAt("/products", { "/products": Results });
}

test("close matches are listed under their own heading, apart from the results of the search", () => {
  show({ cards: [card("Savera Tray")], close: [card("Round Tray")], total: 1 }, { search: "teak tray" });
  const close = screen.getByRole("region", { name: "Close matches" });
  expect(close.textContent).toContain("Round Tray");
  expect(close.textContent).not.toContain("Savera");
});

test("a search without results offers three links and a form that works without scripts (§2.5)", () => {
  show({}, { search: "umbrella" });
  expect(screen.getByRole("heading", { name: "No products available" })).toBeTruthy();
  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    "/products?subcategory=Tray",
    "/products?material=Teak%20wood",
    "/products",
  ]);
  const form = screen.getByRole("search");
  expect(form.getAttribute("action")).toBe("/products");
  expect(form.querySelector("input")?.value).toBe("umbrella");
});

test("after Back, the form of a search without results shows the search of the URL, not the text typed later", async () => {
  const router = show({}, null);
  const getField = () => screen.getByRole<HTMLInputElement>("searchbox");
  await act(() => router.navigate("/products?search=umbrella"));
  fireEvent.input(getField(), { target: { value: "parasol" } });
  await act(() => router.navigate("/products?search=parasol"));
  await act(() => router.navigate("/products?search=umbrella"));
  expect(getField().value).toBe("umbrella");
});

const OURS = "We work with acacia wood, teak wood and mango wood.";

test.each([
  ["bamboo tray", ["Round Tray"], `Nothing here is made of bamboo. ${OURS} These come close.`],
  ["bamboo tray", ["Bamboo Bowl"], "No piece matches all of “bamboo tray”. These come close."],
  ["olive wood", [], `Nothing here is made of olive wood. ${OURS}`],
  ["round olive board", ["Round Board"], "No piece matches all of “round olive board”. These come close."],
])(
  "a search for “%s” without a full match shows the right reason, here with the close matches %j",
  (search, close, words) => {
    show({ close: close.map(card) }, { search });
    expect(document.body.textContent).toContain(words);
  },
);

test("an empty listing that fails to reload shows the error and not the empty state (§2.5, §8, D40)", () => {
  show({}, {}, { state: "failed", failure: new ApiError(503, {}) });
  expect(screen.getByRole("alert").textContent).toBe("Failed to fetch products");
  expect(screen.queryByText("No products available")).toBeNull();
});

test("a listing shows 'Loading products...' until its products are loaded (§2.5, D40)", () => {
  show({}, {}, { state: "loading" });
  expect(screen.getByText("Loading products...")).toBeTruthy();
  expect(screen.queryByText("No products available")).toBeNull();
});
