import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import "#ui/dialog-for-jsdom.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SearchDrawer } from "./search-drawer.tsx";

vi.mock("#client/links.tsx", async (importOriginal) => ({
  ...(await importOriginal<object>()),
  goTo: vi.fn(),
}));
const { goTo } = await import("#client/links.tsx");

const searched: (string | null)[] = [];
beforeEach(() => {
  searched.length = 0;
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal("fetch", (address: string) => {
    const { pathname, searchParams } = new URL(address, location.origin);
    if (pathname.endsWith("/search")) searched.push(searchParams.get("q"));
    return Promise.resolve(new Response("{}", { status: 503 }));
  });
});
afterEach(() => vi.useRealTimers());

const listKinds = () =>
  [...screen.getByRole("region", { name: "Categories" }).querySelectorAll("a")].map(
    ({ textContent }) => textContent,
  );

test("the shop is asked once the typing rests; a search that fails leaves the fixed list, and Enter leads to the first kind (§2.2)", async () => {
  const visitor = userEvent.setup({ advanceTimers: vi.advanceTimersByTime, delay: null });
  await act(async () => render(<SearchDrawer open onClose={() => {}} />));
  const input = screen.getByPlaceholderText("Search by Category...");
  await visitor.type(input, "  Chip DI");
  expect(searched).toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(searched).toEqual(["chip di"]);
  await visitor.clear(input);
  await visitor.type(input, "chip");
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(searched).toEqual(["chip di", "chip"]);
  expect(listKinds()).toEqual(["Chip & Dip"]);
  await visitor.keyboard("{Enter}");
  expect(goTo).toHaveBeenCalledWith("/products?subcategory=Chip%20%26%20Dip");
});
