import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
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

test("a search is sent 1 s after the last keystroke, a failed search still shows the matching built-in categories, and Enter opens the results (§2.2)", async () => {
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
  expect(goTo).toHaveBeenCalledWith("/products?search=chip");
});

const piece = (title: string) => ({
  _id: title,
  title,
  price: 100,
  category: "Serveware",
  subcategory: "Tray",
  materials: ["Teak wood"],
  size: [],
  images: [],
});
const response = { success: true, data: "abcdef".split("").map(piece), total: 11, close: [] };

async function search(words: string) {
  vi.stubGlobal("fetch", async () => Response.json(response));
  const visitor = userEvent.setup({ advanceTimers: vi.advanceTimersByTime, delay: null });
  await act(async () => render(<SearchDrawer open onClose={() => {}} />));
  await visitor.type(screen.getByPlaceholderText("Search by Category..."), words);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
}

const listTitles = (name: string) => screen.getByRole("region", { name }).querySelectorAll("li").length;

test("the search drawer shows six of eleven results, with the total and a link to all (§2.2)", async () => {
  await search("teak");
  expect(screen.getByRole("region", { name: "Categories" }).textContent).toContain("No results found");
  expect(listTitles("Products (11)")).toBe(6);
  expect(screen.getByRole("link", { name: "See all 11" }).getAttribute("href")).toBe("/products?search=teak");
  expect(screen.queryByText("Close matches")).toBeNull();
});

test("the search drawer says that a search without a connection failed, and repeats it when the browser is online (§2.2)", async () => {
  const visitor = userEvent.setup({ advanceTimers: vi.advanceTimersByTime, delay: null });
  await act(async () => render(<SearchDrawer open onClose={() => {}} />));
  await visitor.type(screen.getByPlaceholderText("Search by Category..."), "teak");
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(screen.getByRole("alert").textContent).toContain("check your connection");
  vi.stubGlobal("fetch", async () => Response.json(response));
  await act(async () => window.dispatchEvent(new Event("online")));
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(screen.queryByRole("alert")).toBeNull();
  expect(listTitles("Products (11)")).toBe(6);
});
