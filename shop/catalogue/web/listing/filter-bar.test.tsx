import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { openAt } from "../../../../tests/support/jsdom/open-at.tsx";
import { useLocation } from "#client/router/react.tsx";
import { toListingQuery } from "../../listing-address.ts";
import { FilterBar } from "./filter-bar.tsx";
import { FilterTags } from "./filter-tags.tsx";

function Filters({ inStock = facets.inStock }: { inStock?: number }) {
  const { pathname, search } = useLocation();
  const query = toListingQuery({ pathname, searchParams: new URLSearchParams(search) });
  return (
    <>
      <FilterBar pathname={pathname} query={query} facets={{ ...facets, inStock }} />
      <FilterTags pathname={pathname} query={query} removed={() => {}} />
    </>
  );
}

const facets = {
  kinds: [
    { name: "Bowl", count: 4 },
    { name: "Tray", count: 3 },
  ],
  inStock: 6,
};

function open(address: string) {
  const router = openAt(address, { "*": Filters });
  return () => router.state.location.pathname + decodeURIComponent(router.state.location.search);
}

const bar = () => within(screen.getByRole("form", { name: "Filter and sort" }));
const tags = () => screen.queryAllByRole("link", { name: /^Remove/ }).map((tag) => tag.textContent);

test("a chosen filter is added to the URL at once, and its tag removes it (§2.5)", async () => {
  const address = open("/products?category=Serveware&page=3");
  const visitor = userEvent.setup();
  await visitor.click(bar().getByLabelText("Teak wood"));
  await visitor.click(bar().getByLabelText("Acacia wood"));
  await visitor.type(bar().getByLabelText("Max price (₹)"), "1500");
  await expect.poll(address).toBe("/products?category=Serveware&material=Acacia wood,Teak wood");
  await visitor.tab();
  await expect
    .poll(address)
    .toBe("/products?category=Serveware&material=Acacia wood,Teak wood&maxPrice=1500");
  await expect
    .poll(tags)
    .toEqual(["Remove Acacia wood", "Remove Teak wood", "Remove Up to ₹1500.00 before GST"]);

  await visitor.click(screen.getByRole("link", { name: /Acacia wood/ }));
  await expect.poll(address).toBe("/products?category=Serveware&material=Teak wood&maxPrice=1500");
  await expect.poll(() => bar().getByLabelText<HTMLInputElement>("Acacia wood").checked).toBe(false);

  await visitor.click(screen.getByRole("link", { name: "Clear all" }));
  await expect.poll(address).toBe("/products?category=Serveware");
  expect(bar().getByLabelText<HTMLInputElement>("Max price (₹)").value).toBe("");
});

test("when the visitor goes back, each field shows the filters of the URL, even the focused field", async () => {
  const router = openAt("/products", { "*": Filters });
  const visitor = userEvent.setup();
  const teak = bar().getByLabelText<HTMLInputElement>("Teak wood");
  await visitor.click(teak);
  await expect.poll(() => router.state.location.search).toContain("Teak");
  await act(() => router.navigate("/products"));
  expect([document.activeElement, teak.checked]).toEqual([teak, false]);

  const price = bar().getByLabelText<HTMLInputElement>("Max price (₹)");
  await visitor.type(price, "1500{Enter}");
  await expect.poll(() => router.state.location.search).toBe("?maxPrice=1500");
  await act(() => router.navigate("/products"));
  expect([document.activeElement, price.value]).toEqual([price, ""]);
});

test("the prices that the visitor is typing stay when another filter is applied", async () => {
  const router = openAt("/products", { "*": Filters });
  const getPrice = (name: string) => bar().getByLabelText<HTMLInputElement>(`${name} price (₹)`);
  await userEvent.type(getPrice("Min"), "900");
  await userEvent.type(getPrice("Max"), "15");
  await act(() => router.navigate("/products?material=Teak%20wood"));
  expect([getPrice("Min").value, getPrice("Max").value]).toEqual(["900", "15"]);
});

test("a maximum price below the minimum price shows an error at its field and changes nothing (§2.5, D38)", async () => {
  const address = open("/products");
  const visitor = userEvent.setup();
  await visitor.type(bar().getByLabelText("Min price (₹)"), "900");
  await visitor.type(bar().getByLabelText("Max price (₹)"), "100{Enter}");
  expect(address()).toBe("/products");
  expect(bar().getByText("The max price is below the min price. Please change one of them.")).toBeTruthy();
  expect(document.activeElement).toBe(bar().getByLabelText("Max price (₹)"));
  await visitor.tab();
  expect(document.activeElement).toBe(bar().getByLabelText("Sort by"));
});

const PRICE_ERROR = "The max price is below the min price. Please change one of them.";

test("a price error disappears when the visitor goes back to an earlier page of the listing", async () => {
  const router = openAt("/products?material=Teak%20wood", { "*": Filters });
  const visitor = userEvent.setup();
  await visitor.type(bar().getByLabelText("Min price (₹)"), "900");
  await visitor.type(bar().getByLabelText("Max price (₹)"), "100{Enter}");
  expect(bar().queryByText(PRICE_ERROR)).toBeTruthy();
  await visitor.tab();
  await act(() => router.navigate("/products"));
  expect(bar().getByLabelText<HTMLInputElement>("Max price (₹)").value).toBe("");
  expect(bar().queryByText(PRICE_ERROR)).toBeNull();
});

test("a filter sheet that is opened again does not show an earlier price error, and Back closes the sheet", async () => {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  const router = openAt("/products?material=Teak%20wood", { "*": Filters });
  const visitor = userEvent.setup();
  const openSheet = async () => {
    await visitor.click(screen.getByRole("button", { name: /^Filter/ }));
    return within(await screen.findByRole("dialog", { name: "Filter" }));
  };
  const sheet = await openSheet();
  await visitor.type(sheet.getByLabelText("Min price (₹)"), "900");
  await visitor.type(sheet.getByLabelText("Max price (₹)"), "100");
  await visitor.click(sheet.getByRole("button", { name: "Show pieces" }));
  expect(sheet.queryByText(PRICE_ERROR)).toBeTruthy();
  await visitor.click(sheet.getByRole("button", { name: "Close" }));
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  expect((await openSheet()).queryByText(PRICE_ERROR)).toBeNull();

  await act(() => router.navigate("/products"));
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
});

test("the filters for product type and stock show counts, and each has its own tag (§2.5)", async () => {
  const address = open("/products?material=Teak%20wood");
  const visitor = userEvent.setup();
  await visitor.click(bar().getByText("Type"));
  await visitor.click(await bar().findByLabelText("Tray3"));
  await visitor.click(bar().getByLabelText("In stock6"));
  await expect.poll(address).toBe("/products?material=Teak wood&kind=Tray&inStock=1");
  await expect.poll(tags).toEqual(["Remove Teak wood", "Remove Tray", "Remove In stock"]);
  await visitor.click(screen.getByRole("link", { name: "Clear all" }));
  await expect.poll(address).toBe("/products");
});

test("the filter 'In stock' is shown only if a product is in stock or if this filter is on", async () => {
  const withoutStock = () => <Filters inStock={0} />;
  const router = openAt("/products?material=Teak%20wood", { "*": withoutStock });
  expect(bar().queryByLabelText(/In stock/)).toBeNull();
  await act(() => router.navigate("/products?inStock=1"));
  expect(bar().getByLabelText("In stock0")).toBeTruthy();
});
