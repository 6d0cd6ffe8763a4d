import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { CommandRun, View } from "../calls.ts";
import { CommandForm } from "./command-form.tsx";
import { queries } from "./use-view.ts";
import { answerDesk, describeCommand, showDesk, withData } from "../../tests/support/jsdom/show-desk.tsx";

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

const tile = describeCommand(
  "hot-products",
  { products: { summary: "the products", kind: "product", many: true } },
  {
    args: [
      { name: "product", summary: "the product; or none", kind: "product", or: ["none"], optional: true },
    ],
  },
);

const list = { ...tile, noun: "products", verb: "list", args: [], options: {} };

let sent: CommandRun[] = [];

/** Answers a view before the shop does. */
let answer: (options: NonNullable<View["options"]>) => Promise<object | null>;

beforeEach(() => {
  sent = [];
  answer = () => Promise.resolve(null);
  answerDesk([tile, list], async (request, address) => {
    if (address === "/api/run") {
      sent.push(request);
      return { outcome: "done", result: {} };
    }
    const { options = {} } = request;
    const early = await answer(options);
    if (early) return early;
    // Without a limit, the shop lists its first products only.
    const { search = "", products, limit = "1" } = options;
    const data = PRODUCTS.filter(({ id, title }) =>
      products === undefined ? title.includes(search) : products.split("\n").includes(id),
    );
    return withData(data.slice(0, Number(limit)));
  });
});

const draw = (asked: string, known: Readonly<Record<string, string>>) =>
  showDesk(<CommandForm name="hot-products" known={known} asked={[asked]} label="Save" />);

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

test("a field for several products names all of them, although a list of products has a limit", async () => {
  draw("products", { products: "teak-tray\nacacia-bowl" });
  const chosen = await screen.findByRole("list", { name: "Chosen: Products" });
  await expect.poll(() => chosen.textContent).toMatch(/Teak Tray.*Acacia Bowl/);
});

test("a product that the owner just chose is named at once, and a product that could not be loaded is not called deleted", async () => {
  const asked: string[] = [];
  answer = async ({ products }) => {
    if (products === undefined) return null;
    asked.push(products);
    return { outcome: "refused", message: "The shop is busy." };
  };
  draw("products", { products: "teak-tray" });
  fireEvent.change(await screen.findByLabelText("Find a product"), { target: { value: "Acacia" } });
  fireEvent.click(await screen.findByRole("button", { name: /^Add\s*Acacia Bowl/ }));
  expect(
    screen.getAllByRole("button", { name: /^Remove/ }).map((button) => button.getAttribute("aria-label")),
  ).toEqual(["Remove teak-tray", "Remove Acacia Bowl"]);
  await expect.poll(() => queries.isFetching()).toBe(0);
  expect(asked).toEqual(["teak-tray"]);
  expect(screen.getByRole("list", { name: "Chosen: Products" }).textContent).not.toContain("not in the shop");
});

test("Enter chooses no product of the previous search while the next search is loading", async () => {
  const { promise: isLoaded, resolve: load } = Promise.withResolvers<null>();
  answer = async ({ search }) => (search === "Acacia" ? isLoaded : null);
  draw("products", {});
  const search = await screen.findByLabelText("Find a product");
  fireEvent.change(search, { target: { value: "Teak" } });
  await screen.findByRole("button", { name: /^Add\s*Teak Tray/ });
  fireEvent.change(search, { target: { value: "Acacia" } });
  fireEvent.keyDown(search, { key: "Enter" });
  expect(screen.queryByRole("list", { name: "Chosen: Products" })).toBeNull();
  load(null);
  await screen.findByRole("button", { name: /^Add\s*Acacia Bowl/ });
  fireEvent.keyDown(search, { key: "Enter" });
  expect(screen.getByRole("button", { name: "Remove Acacia Bowl" })).toBeTruthy();
});
