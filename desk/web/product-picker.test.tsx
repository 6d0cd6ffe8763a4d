import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { CommandRun, DescribedCommand, View } from "../calls.ts";
import { CommandForm } from "./command-form.tsx";
import { queries } from "./use-view.ts";

const toProduct = (id: string, title: string) => ({
  id,
  title,
  price: 100_000,
  inclusivePrice: 118_000,
  onHand: 4,
  reserved: 1,
  picture: null,
});

const PRODUCTS = [toProduct("teak-tray", "Teak Tray"), toProduct("acacia-bowl", "Acacia Bowl")];

const tile: DescribedCommand = {
  noun: "hot-products",
  verb: "",
  summary: "…",
  args: [{ name: "product", summary: "the product; or none", kind: "product", or: ["none"], optional: true }],
  options: { products: { summary: "the products", kind: "product", many: true } },
  examples: [],
};

const list = { ...tile, noun: "products", verb: "list", args: [], options: {} };

let sent: CommandRun[] = [];

beforeEach(() => {
  queries.clear();
  sent = [];
  vi.stubGlobal("fetch", async (address: string, { body }: { body: string }) => {
    if (address === "/api/commands") return Response.json([tile, list]);
    if (address === "/api/run") {
      sent.push(JSON.parse(body) as CommandRun);
      return new Response(`${JSON.stringify({ outcome: "done", result: {} })}\n`);
    }
    const { search = "", products } = (JSON.parse(body) as View).options ?? {};
    const data = PRODUCTS.filter(({ id, title }) =>
      products === undefined ? title.includes(search) : products.split("\n").includes(id),
    );
    return Response.json({ outcome: "done", result: { data } });
  });
});

const draw = (asked: string, known: Readonly<Record<string, string>>) =>
  render(
    <QueryClientProvider client={queries}>
      <CommandForm name="hot-products" known={known} asked={[asked]} label="Save" />
    </QueryClientProvider>,
  );

const save = () => fireEvent.click(screen.getByRole("button", { name: "Save" }));

test("a field for a product shows the chosen product by its name and price, and finds another one by its name", async () => {
  draw("product", { product: "teak-tray" });
  const chosen = await screen.findByRole("list", { name: "Chosen: Product" });
  await expect.poll(() => chosen.textContent).toContain("Teak Tray₹1,000.00, ₹1,180.00 with GST");
  expect(document.body.textContent).not.toContain("teak-tray");
  fireEvent.change(screen.getByLabelText("Choose another product"), { target: { value: "Acacia" } });
  fireEvent.click(await screen.findByRole("button", { name: /^Choose\s*Acacia Bowl/ }));
  await expect.poll(() => chosen.textContent).toContain("Acacia Bowl");
  save();
  await expect.poll(() => sent).toMatchObject([{ args: { product: "acacia-bowl" } }]);
});

test("the owner can remove the chosen product, and a deleted product is named without its id", async () => {
  draw("product", { product: "gone-tray" });
  const name = "Remove A product that is not in the shop any more";
  fireEvent.click(await screen.findByRole("button", { name }));
  expect(screen.queryByRole("list", { name: "Chosen: Product" })).toBeNull();
  save();
  await expect.poll(() => sent).toMatchObject([{ args: { product: "none" } }]);
});

test("a field for several products keeps the chosen ones when the owner adds another one", async () => {
  draw("products", { products: "teak-tray" });
  await screen.findByText("Teak Tray");
  const search = screen.getByLabelText("Find a product");
  fireEvent.change(search, { target: { value: "Acacia" } });
  await screen.findByRole("button", { name: /^Add\s*Acacia Bowl/ });
  fireEvent.keyDown(search, { key: "Enter" });
  save();
  await expect.poll(() => sent).toMatchObject([{ options: { products: "teak-tray\nacacia-bowl" } }]);
});
