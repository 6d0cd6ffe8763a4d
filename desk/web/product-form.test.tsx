import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { CommandRun, DescribedCommand } from "../calls.ts";
import { ProductForm, type ShownProduct } from "./product-form.tsx";
import { SaveBox } from "./save-box.tsx";
import { queries } from "./use-view.ts";

const set: DescribedCommand = {
  noun: "products",
  verb: "set",
  summary: "Changes a product.",
  args: [{ name: "id", summary: "the product" }],
  options: {
    price: { summary: "the price in rupees before GST", kind: "amount" },
    was: { summary: "the earlier price", kind: "amount", or: ["none"] },
    stock: { summary: "the pieces in the workshop", kind: "number", or: ["none"] },
    hidden: { summary: "whether it is hidden", choices: ["yes", "no"] },
    hsn: { summary: "the HSN code", or: ["none"] },
  },
  examples: [],
  hasPreview: true,
};

test("the product form sends only the changed values with the product's revision, and keeps typed values after an error", async () => {
  const runs: Pick<CommandRun, "options" | "expected">[] = [];
  vi.stubGlobal("fetch", async (address: string, { body }: { body: string }) => {
    if (address === "/api/commands") return Response.json([set]);
    const { options, expected } = JSON.parse(body) as CommandRun;
    runs.push({ options, expected });
    return new Response(
      `${JSON.stringify({ outcome: "usage", message: "--was …", fields: { was: "Enter more than ₹900.00." } })}\n`,
    );
  });
  const product: ShownProduct = {
    id: "teak-tray",
    price: 90_000,
    originalPrice: 120_000,
    onHand: 4,
    hsn: "4419",
    hidden: false,
    revision: 7,
  };
  const draw = (now: ShownProduct) => (
    <QueryClientProvider client={queries}>
      <SaveBox>
        <ProductForm title="Price and stock" product={now} />
      </SaveBox>
    </QueryClientProvider>
  );
  const { rerender } = render(draw(product));
  const stock = await screen.findByRole<HTMLInputElement>("textbox", { name: "Stock" });
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  const type = (name: string, value: string) =>
    fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });
  const send = async () => {
    const count = runs.length;
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await expect.poll(() => runs).toHaveLength(count + 1);
    await expect.poll(() => stock.closest("form")?.getAttribute("aria-busy")).toBe("false");
  };
  type("Stock", "9");
  await send();
  type("Earlier price", "");
  await send();
  expect(runs).toEqual([
    { options: { stock: "9" }, expected: "4" },
    { options: { was: "none", stock: "9" }, expected: "7 4" },
  ]);
  expect(await screen.findByText("Enter more than ₹900.00.")).toBeTruthy();

  rerender(draw({ ...product, price: 95_000, revision: 8 }));
  fireEvent.click(await screen.findByRole("button", { name: "Show the new values" }));
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Stock" }).value).toBe("4");
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: /^Price/ }).value).toBe("950");
});
