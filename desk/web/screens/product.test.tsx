import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { DataOf } from "#contract/command-data.ts";
import type { productDetails } from "#shop/catalogue/command-results.ts";
import type { CommandRun, DescribedCommand, View } from "../../calls.ts";
import { queries } from "../use-view.ts";
import ProductScreen from "./product.tsx";
import { describeCommand } from "../../../tests/support/jsdom/show-desk.tsx";

const set: DescribedCommand = {
  noun: "products",
  verb: "set",
  summary: "…",
  args: [{ name: "id", summary: "the products", many: true }],
  options: {
    price: { summary: "the price", kind: "amount" },
    was: { summary: "the earlier price", kind: "amount", or: ["now", "none"] },
    stock: { summary: "the pieces", or: ["none"] },
    "lead-days": { summary: "the days", kind: "number", or: ["none"] },
    backorder: { summary: "whether to accept orders", choices: ["yes", "no"] },
    hsn: { summary: "the HSN", kind: "hsn", or: ["none"] },
    hidden: { summary: "whether it is hidden", choices: ["yes", "no"] },
    title: { summary: "the name" },
    finish: { summary: "the finish", or: ["none"] },
  },
  examples: [],
};

const pictures = describeCommand(
  "products pictures",
  { order: { summary: "the pictures that come first", many: true } },
  { args: [{ name: "id", summary: "the product" }] },
);

const product: DataOf<typeof productDetails> = {
  id: "teak-tray",
  title: "Teak Tray",
  base: 2,
  picture: null,
  entered: { materials: [] },
  shared: { finish: "Mineral oil" },
  price: 90_000,
  originalPrice: 120_000,
  inclusivePrice: 106_200,
  hsn: "4419",
  gstRate: 18,
  leadDays: null,
  backorder: false,
  onHand: 4,
  reserved: 1,
  category: "Serveware",
  low: false,
  hidden: false,
  listed: true,
  revision: 7,
  missing: [],
  images: [],
  changes: [],
  address: "https://shop.example/product-info/teak-tray",
};

const codes = [
  { value: "4419", summary: "GST 18 %", gstRate: 18 },
  { value: "9403", summary: "GST 12 %", gstRate: 12 },
];

async function open(
  runs: Pick<CommandRun, "args" | "options" | "expected">[] = [],
  onPreview: (options: View["options"]) => void = () => {},
  shown = product,
) {
  queries.clear();
  vi.stubGlobal("fetch", async (address: string, { body = "{}" }: { body?: string } = {}) => {
    if (address === "/api/commands") return Response.json([set, pictures]);
    if (address.startsWith("/api/values")) return Response.json(codes);
    const { noun, args, options, expected } = JSON.parse(body) as View & CommandRun;
    if (address === "/api/run") {
      runs.push({ args, options, expected });
      return new Response(`${JSON.stringify({ outcome: "done", result: {} })}\n`);
    }
    if (noun === "preview") onPreview(options);
    return Response.json({ outcome: "done", result: { data: noun === "products" ? shown : [] } });
  });
  render(
    <QueryClientProvider client={queries}>
      <ProductScreen params={{ productId: product.id }} />
    </QueryClientProvider>,
  );
  await screen.findByRole("textbox", { name: /^Price/ });
}

const type = (name: RegExp, value: string) =>
  fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });

test("the line below the HSN shows what shoppers pay for the typed price, earlier price and HSN", async () => {
  await open();
  const readLine = () => screen.getByText(/^(Shoppers pay|Choose the HSN)/).textContent;
  expect(readLine()).toBe("Shoppers pay ₹1,062.00 with 18 % GST, 25 % off.");
  expect(screen.getByText("1 piece in open orders, 3 can be ordered now.")).toBeTruthy();
  type(/^Price/, "1,000");
  expect(readLine()).toBe("Shoppers pay ₹1,180.00 with 18 % GST, 17 % off.");
  type(/^Earlier price/, "");
  expect(readLine()).toBe("Shoppers pay ₹1,180.00 with 18 % GST.");
  const choose = (value: string) =>
    fireEvent.change(screen.getByRole("combobox", { name: "HSN" }), { target: { value } });
  await screen.findByRole("option", { name: "9403: GST 12 %" });
  choose("9403");
  expect(readLine()).toBe("Shoppers pay ₹1,120.00 with 12 % GST.");
  type(/^Price/, "1,000 or so");
  expect(screen.queryByText(/^(Shoppers pay|Choose the HSN)/)).toBeNull();
});

test("one save bar saves all changes on the screen of a product, and one button changes its visibility", async () => {
  const runs: Parameters<typeof open>[0] = [];
  await open(runs);
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  expect(screen.queryByRole("combobox", { name: /Visibility/ })).toBeNull();
  expect(screen.getByRole("button", { name: "Hide" })).toBeTruthy();
  expect(screen.getByText("Finish of the whole shop: Mineral oil")).toBeTruthy();
  type(/^Title/, "Tea Tray");
  type(/^Finish/, "Wax");
  type(/^Pieces in the workshop/, "9");
  expect(screen.getByText("Not saved: Stock, Title, Finish")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await expect
    .poll(() => runs)
    .toEqual([
      {
        args: { id: "teak-tray" },
        options: { title: "Tea Tray", finish: "Wax", stock: "9" },
        expected: "7 4",
      },
    ]);
});

test("the form shows and saves the days until a product ships only if the product is made to order or sold beyond its stock", async () => {
  const runs: Parameters<typeof open>[0] = [];
  await open(runs);
  const choose = (name: RegExp, value: string) =>
    fireEvent.change(screen.getByRole("combobox", { name }), { target: { value } });
  const asksDays = () => screen.queryByRole("textbox", { name: /^Ships in/ }) !== null;
  expect(asksDays()).toBe(false);
  choose(/^Accept orders/, "yes");
  expect(asksDays()).toBe(true);
  choose(/^Accept orders/, "no");
  choose(/^Stock/, "none");
  expect(asksDays()).toBe(true);
  expect(screen.queryByRole("combobox", { name: /^Accept orders/ })).toBeNull();
  type(/^Ships in/, "5");
  choose(/^Stock/, "ready");
  type(/^Pieces in the workshop/, "4");
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  type(/^Pieces in the workshop/, "9");
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await expect
    .poll(() => runs)
    .toEqual([{ args: { id: "teak-tray" }, options: { stock: "9" }, expected: "4" }]);
});

test("the preview shows the typed values, nothing for a cleared value, and the saved title if the title is cleared", async () => {
  const previews: unknown[] = [];
  await open([], (options) => void previews.push(options));
  type(/^Title/, "");
  type(/^Finish/, "Wax");
  type(/^Earlier price/, "");
  fireEvent.click(screen.getByRole("button", { name: "Preview" }));
  await expect.poll(() => previews).toEqual([{ finish: "Wax", was: "none" }]);
});

test("a picture of a product can be moved one place up or down", async () => {
  const runs: Parameters<typeof open>[0] = [];
  const images = ["a.jpg", "b.jpg", "c.jpg"].map((name) => ({ name, alt: null, href: null }));
  await open(runs, undefined, { ...product, images });
  for (const name of ["Move up picture 1", "Move down picture 3"])
    expect(screen.getByRole("button", { name }).getAttribute("aria-disabled"), name).toBe("true");
  for (const [at, [name, order]] of [
    ["Move down picture 1", "b.jpg\na.jpg\nc.jpg"],
    ["Move up picture 3", "a.jpg\nc.jpg\nb.jpg"],
  ].entries()) {
    fireEvent.click(await screen.findByRole("button", { name: name ?? "" }));
    await expect
      .poll(() => runs[at])
      .toEqual({ args: { id: "teak-tray" }, options: { order }, expected: "7" });
  }
});

test("a hidden product with missing values lists them, says so at each field, and cannot be shown or previewed yet", async () => {
  await open([], undefined, { ...product, hidden: true, price: 0, missing: ["price", "images"] });
  expect(screen.getByText("Needed to publish: Price, Pictures.")).toBeTruthy();
  const price = screen.getByRole<HTMLInputElement>("textbox", { name: /^Price/ });
  expect([price.value, price.required]).toEqual(["", false]);
  expect(screen.getByText("Needed to publish")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Publish" }).getAttribute("aria-disabled")).toBe("true");
  expect(screen.queryByRole("button", { name: "Preview" })).toBeNull();
});
