import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { CommandRun, DescribedCommand } from "../calls.ts";
import { ProductForm } from "./product-form.tsx";
import { queries } from "./use-view.ts";
import { answerDesk, showDesk } from "../../tests/support/jsdom/show-desk.tsx";

const set: DescribedCommand = {
  noun: "products",
  verb: "set",
  summary: "Changes a product.",
  args: [{ name: "id", summary: "the product" }],
  options: {
    price: { summary: "the price in rupees before GST", kind: "amount" },
    was: { summary: "the earlier price", kind: "amount", or: ["now", "none"] },
    stock: { summary: "the pieces in the workshop", or: ["none"] },
    hsn: { summary: "the HSN code", or: ["none"] },
    category: { summary: "the category in the menu: Serveware, Tableware, …", kind: "category" },
    finish: { summary: "the finish of the surface, e.g. food-safe mineral oil; or none", or: ["none"] },
  },
  examples: [],
  hasPreview: true,
};

const product = {
  id: "teak-tray",
  price: 90_000,
  originalPrice: 120_000,
  onHand: 4,
  leadDays: null,
  backorder: false,
  hsn: "4419",
  gstRate: 18,
  revision: 7,
};

test("the product form shows a hint only if it adds something to the label and the choices", async () => {
  answerDesk([set], () => []);
  const groups = [{ title: "Others", names: ["category", "finish"] }];
  showDesk(<ProductForm {...{ product, groups }} known={{}} hints={{}} below={{}} onValues={() => {}} />);
  const finish = await screen.findByRole("textbox", { name: "Finish" });
  const category = screen.getByRole("combobox", { name: /^Category/ });
  expect([finish, category].map((field) => field.hasAttribute("aria-describedby"))).toEqual([true, false]);
});

test("the product form sends only the changed values with the product's revision, and keeps typed values after an error and after a change of the pictures", async () => {
  const runs: Pick<CommandRun, "options" | "expected">[] = [];
  vi.stubGlobal("fetch", async (address: string, { body }: { body: string }) => {
    if (address === "/api/commands") return Response.json([set]);
    const { options, expected } = JSON.parse(body) as CommandRun;
    runs.push({ options, expected });
    return new Response(
      `${JSON.stringify({ outcome: "usage", message: "--was …", fields: { was: "Enter more than ₹900.00." } })}\n`,
    );
  });
  const others = { known: {}, groups: [], hints: {}, below: {}, onValues: () => {} };
  const draw = (now: typeof product) => (
    <QueryClientProvider client={queries}>
      <ProductForm {...others} product={now} />
    </QueryClientProvider>
  );
  const { rerender } = render(draw(product));
  const stock = await screen.findByRole<HTMLInputElement>("textbox", { name: "Pieces in the workshop" });
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  const type = (name: string, value: string) =>
    fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });
  const send = async () => {
    const count = runs.length;
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await expect.poll(() => runs).toHaveLength(count + 1);
    await expect.poll(() => stock.closest("form")?.getAttribute("aria-busy")).toBe("false");
  };
  type("Pieces in the workshop", "9");
  await send();
  type("Earlier price", "");
  await send();
  expect(runs).toEqual([
    { options: { stock: "9" }, expected: "4" },
    { options: { was: "none", stock: "9" }, expected: "7 4" },
  ]);
  expect(await screen.findByText("Enter more than ₹900.00.")).toBeTruthy();

  // A new picture or another visibility gives the product another revision.
  rerender(draw({ ...product, revision: 8 }));
  await send();
  expect(runs.at(-1)).toEqual({ options: { was: "none", stock: "9" }, expected: "8 4" });

  rerender(draw({ ...product, price: 95_000, revision: 9 }));
  fireEvent.click(await screen.findByRole("button", { name: "Show the new values" }));
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Pieces in the workshop" }).value).toBe("4");
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: /^Price/ }).value).toBe("950");
});
