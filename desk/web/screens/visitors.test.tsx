import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { answerDesk, showDesk, withData } from "../../../tests/support/jsdom/show-desk.tsx";
import VisitorsScreen from "./visitors.tsx";

const NOTHING = { pages: 0, product: 0, bag: 0, checkout: 0, ordered: 0, paid: 0 };
const EMPTY = {
  total: NOTHING,
  before: NOTHING,
  days: [],
  pages: [],
  products: [],
  searches: [],
  sources: [],
};

test("the visitors' screen begins with the paid orders, compares them with the period before, and names the products", async () => {
  const total = { pages: 90, product: 50, bag: 20, checkout: 15, ordered: 12, paid: 10 };
  answerDesk([], () =>
    withData({
      ...EMPTY,
      total,
      before: { ...total, paid: 8 },
      days: [{ day: "2026-11-20", ...total }],
      products: [{ productId: "tray", title: "Teak Tray", views: 30, pieces: 4 }],
      sources: [{ source: "Instagram", count: 7 }],
    }),
  );
  showDesk(<VisitorsScreen />);
  expect((await screen.findByText("Orders paid", { selector: "dt" })).parentElement?.textContent).toBe(
    "Orders paid1025 % more than 8 before",
  );
  expect(screen.getByText("Orders per 100 views").parentElement?.textContent).toContain("2016 before");
  expect(screen.getByRole("row", { name: /^Teak Tray/ }).textContent).toBe("Teak Tray304");
  expect(screen.getByText(/^Fewest go on after “Opened a product”: 40 %. Look at the pictures/)).toBeTruthy();
  expect(screen.getByRole("row", { name: /^Instagram/ }).textContent).toBe("Instagram7");
  expect(screen.getByRole("link", { name: "Teak Tray" }).getAttribute("href")).toBe("/products/tray");
});

test("without visits, the visitors' screen says what to do instead of showing empty lists", async () => {
  answerDesk([], () => withData(EMPTY));
  showDesk(<VisitorsScreen />);
  expect(await screen.findByRole("heading", { name: "No visits yet" })).toBeTruthy();
  expect(screen.queryByText("Orders paid")).toBeNull();
});
