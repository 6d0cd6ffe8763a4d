import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { DataOf } from "#contract/command-data.ts";
import type { productList } from "#shop/catalogue/command-results.ts";
import type { CommandRun, View } from "../../calls.ts";
import { goTo } from "../router.ts";
import { refreshViews } from "../use-view.ts";
import ProductsScreen from "./products.tsx";
import { answerDesk, describeCommand, showDesk, withData } from "../../../tests/support/jsdom/show-desk.tsx";

const set = describeCommand(
  "products set",
  { stock: { summary: "the pieces", or: ["none"] } },
  { args: [{ name: "id", summary: "the products", many: true }] },
);

const tray: DataOf<typeof productList>[number] = {
  id: "teak-tray",
  title: "Teak Tray",
  price: 90_000,
  inclusivePrice: 106_200,
  originalPrice: 90_000,
  hsn: "4419",
  revision: 7,
  onHand: 4,
  leadDays: null,
  backorder: false,
  reserved: 0,
  base: 2,
  category: "Serveware",
  low: false,
  hidden: false,
  listed: true,
  missing: [],
  picture: null,
};

test("if the stock changes while the owner enters a new stock, the form shows the change, and the entered stock can then be saved", async () => {
  let onHand = 4;
  const runs: Pick<CommandRun, "options" | "expected">[] = [];
  answerDesk([set, describeCommand("products list")], ({ options, expected }, address) => {
    if (address.startsWith("/api/values")) return Response.json([]);
    if (address !== "/api/run") return withData([{ ...tray, onHand }]);
    runs.push({ options, expected });
    return undefined;
  });
  showDesk(<ProductsScreen />);
  fireEvent.click(await screen.findByRole("checkbox", { name: "Choose Teak Tray" }));
  fireEvent.click(screen.getByRole("button", { name: "Change" }));
  fireEvent.change(screen.getByLabelText("What to change"), { target: { value: "Stock" } });
  fireEvent.change(screen.getByRole("combobox", { name: /^Stock/ }), { target: { value: "ready" } });
  fireEvent.change(screen.getByRole("textbox", { name: /^Pieces in the workshop/ }), {
    target: { value: "9" },
  });
  onHand = 3;
  refreshViews();
  expect(await screen.findByText("Teak Tray: 3 in the workshop now")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Continue" }));
  fireEvent.click(screen.getAllByRole("button", { name: "Change" }).at(-1) as HTMLElement);
  await expect.poll(() => runs).toEqual([{ options: { stock: "9" }, expected: "3" }]);
});

test("the list of products shows one price, with GST, loads 50 products at a time, and a new search begins at the first page", async () => {
  const asked: View["options"][] = [];
  answerDesk([set, describeCommand("products list")], ({ noun, options }, address) => {
    if (address.startsWith("/api/values")) return Response.json([]);
    if (noun === "products") asked.push(options);
    const count = options?.["skip"] ? 2 : 51;
    return withData(
      Array.from({ length: count }, (_, at) => ({ ...tray, id: `tray-${at}`, originalPrice: 120_000 })),
    );
  });
  showDesk(<ProductsScreen />);
  expect(await screen.findAllByRole("row")).toHaveLength(51);
  const [price] = await screen.findAllByRole("button", { name: /^Price with GST of Teak Tray/ });
  expect(price?.textContent).toMatch(/: ₹1,062.00$/);
  expect(screen.queryByRole("link", { name: "Previous page" })).toBeNull();
  const next = screen.getByRole("link", { name: "Next page" }).getAttribute("href") ?? "";
  goTo(next);
  await expect.poll(() => screen.getAllByRole("row")).toHaveLength(3);
  expect(asked).toEqual([
    { limit: "51", all: "on" },
    { limit: "51", skip: "50", all: "on" },
  ]);
  expect(screen.queryByRole("link", { name: "Next page" })).toBeNull();
  expect(screen.getByRole("link", { name: "Previous page" }).getAttribute("href")).toBe("/products?page=1");
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "tray" } });
  await expect.poll(() => asked.at(-1)).toEqual({ limit: "51", search: "tray", all: "on" });
});

test("the list of products can be sorted and limited to sold-out products, its URL contains both choices, and one click removes the sorting", async () => {
  const asked: View["options"][] = [];
  answerDesk([set, describeCommand("products list")], ({ noun, options }, address) => {
    if (address.startsWith("/api/values")) return Response.json([]);
    if (noun === "products") asked.push(options);
    return withData([tray]);
  });
  goTo("/products");
  showDesk(<ProductsScreen />);
  fireEvent.click(screen.getByRole("button", { name: "Sold out" }));
  const toggle = screen.getByRole("button", { name: "Filter and sort" });
  fireEvent.click(toggle);
  fireEvent.change(screen.getByLabelText("Sort by"), { target: { value: "Title" } });
  await expect.poll(() => asked.at(-1)).toEqual({ limit: "51", "sold-out": "on", sort: "title" });
  expect(location.search).toBe("?group=sold-out&sort=Title");
  fireEvent.click(toggle);
  fireEvent.click(screen.getByRole("button", { name: "Remove Sort by: Title" }));
  await expect.poll(() => location.search).toBe("?group=sold-out");
});

test("the list of products marks drafts and hidden products, and those that are sold out or low in stock", async () => {
  const products = [
    { ...tray, id: "draft", hidden: true, missing: ["hsn"] },
    { ...tray, id: "hidden", hidden: true },
    { ...tray, id: "low", low: true },
    { ...tray, id: "sold-out", reserved: 4 },
    { ...tray, id: "later", reserved: 4, backorder: true },
  ];
  answerDesk([set, describeCommand("products list")], (_, address) =>
    address.startsWith("/api/values") ? Response.json([]) : withData(products),
  );
  goTo("/products");
  showDesk(<ProductsScreen />);
  await screen.findAllByRole("button", { name: /^Stock of Teak Tray/ });
  const rows = screen.getAllByRole("row").slice(1);
  const states = /Draft|Hidden|Published|Sold out|\d in stock/g;
  expect(rows.map(({ textContent }) => textContent?.match(states))).toEqual([
    ["Draft", "4 in stock"],
    ["Hidden", "4 in stock"],
    ["Published", "4 in stock"],
    ["Published", "Sold out"],
    ["Published", "4 in stock"],
  ]);
});

test("products of several pages can be chosen together", async () => {
  const asked: View["options"][] = [];
  answerDesk([set, describeCommand("products list")], ({ noun, options }, address) => {
    if (address.startsWith("/api/values")) return Response.json([]);
    if (noun === "products") asked.push(options);
    const skipped = Number(options?.["skip"] ?? 0);
    return withData(
      Array.from({ length: skipped > 0 ? 1 : 51 }, (_, at) => ({
        ...tray,
        id: `tray-${skipped + at}`,
        title: `Tray ${skipped + at}`,
      })),
    );
  });
  goTo("/products");
  showDesk(<ProductsScreen />);
  fireEvent.click(await screen.findByRole("checkbox", { name: "Choose Tray 3" }));
  goTo("/products?page=2");
  fireEvent.click(await screen.findByRole("checkbox", { name: "Choose Tray 50" }));
  expect(screen.getByText("2 products chosen")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Change" }));
  expect(await screen.findByRole("dialog", { name: "Change 2 products" })).toBeTruthy();
  expect(asked.at(-1)).toMatchObject({ products: "tray-3\ntray-50" });
});
