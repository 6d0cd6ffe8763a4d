import { act, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ApiError } from "#contract/errors.ts";
import { links } from "#contract/links.ts";
import { pagePaths } from "#contract/page-paths.ts";
import { openAt } from "../../tests/support/jsdom/open-at.tsx";
import { Component as ProductPage } from "./product.tsx";

test.each([
  [500, "We couldn’t load this product right now. Please refresh or try again in a moment.", false],
  [404, "This product could not be displayed.", true],
])(
  "a product page shows a skeleton while it loads, and after the status %i an error with a link back (§2.6, §3, §4, §8)",
  async (status, text, hasOthers) => {
    vi.stubGlobal("fetch", () => new Promise(() => {}));
    const { promise: product, reject } = Promise.withResolvers<never>();
    const loader = () => ({ product, complements: Promise.resolve([]) });
    const router = openAt("/", {
      "/": () => null,
      [pagePaths.product[0]]: { Component: ProductPage, loader },
    });
    await act(() => router.navigate(links.product("bowl")));
    expect(screen.getByText("Loading the product…").role).toBe("status");
    await act(async () => reject(new ApiError(status, null)));
    const alert = screen.getByRole("alert");
    expect(alert.textContent).toContain("Something went wrong");
    expect(alert.textContent).toContain(text);
    expect(screen.getByRole("link", { name: "Back to Products" }).getAttribute("href")).toBe("/products");
    expect(alert.nextElementSibling !== null).toBe(hasOthers);
  },
);
