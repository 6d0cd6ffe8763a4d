import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "#contract/errors.ts";
import type { Loading } from "#client/page-loader.ts";
import { openAt } from "../../../tests/support/jsdom/open-at.tsx";
import type { ProductCard } from "../card.ts";
import { type NewProducts, NewlyLaunched } from "./newly-launched.tsx";

const card = (number: number): ProductCard => ({
  _id: `bowl-${number}`,
  title: `Bowl ${number}`,
  category: "Serveware",
  subcategory: "Bowl",
  materials: ["Teak wood"],
  size: [],
  price: 1000,
  originalPrice: 1000,
  discount: 0,
  images: [],
});
const cards = (count: number) => Array.from({ length: count }, (_, index) => card(index + 1));

function show(launched: Loading<NewProducts>) {
  openAt("/", { "/": () => <NewlyLaunched launched={launched} /> });
}

const scrollTo = vi.fn();

beforeEach(() => {
  vi.stubGlobal("scrollTo", scrollTo);
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
});

test("'View All' loads the new products after the first 8, and 'Show Less' hides these products and scrolls back up (§2.4)", async () => {
  const answer = { success: true, message: "", data: cards(12), total: 12 };
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => Response.json(answer)),
  );
  show({ cards: cards(8), total: 12 });
  const visitor = userEvent.setup();
  expect(screen.getAllByRole("article")).toHaveLength(8);

  await visitor.click(screen.getByRole("button", { name: "View All" }));
  expect(await screen.findByRole("button", { name: "Show Less" })).toBeTruthy();
  expect(screen.getAllByRole("article")).toHaveLength(12);

  await visitor.click(screen.getByRole("button", { name: "Show Less" }));
  expect(screen.getAllByRole("article")).toHaveLength(8);
  expect(scrollTo).toHaveBeenCalledWith({ top: -100, behavior: "smooth" });
});

test("the carousel of new products wraps around in both directions on a small screen (D42)", async () => {
  show({ cards: cards(3), total: 3 });
  const visitor = userEvent.setup();
  await visitor.click(screen.getByRole("button", { name: "Previous product" }));
  expect(screen.getByText("3 of 3")).toBeTruthy();
  await visitor.click(screen.getByRole("button", { name: "Next product" }));
  expect(screen.getByText("1 of 3")).toBeTruthy();
});

test("a shop without new products shows a message (§2.4, §8, D40)", () => {
  show({ cards: [], total: 0 });
  expect(screen.getByText("No products available")).toBeTruthy();
});

test("new products that cannot be loaded show 'Error: ' and the status (§2.4, §8, D40)", async () => {
  show(Promise.reject(new ApiError(503, null)));
  expect((await screen.findByRole("alert")).textContent).toBe("Error: Failed to fetch products. Status: 503");
});
