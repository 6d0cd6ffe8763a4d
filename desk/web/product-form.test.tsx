import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { CommandRun } from "../calls.ts";
import { ProductForm, type ShownProduct } from "./product-form.tsx";
import { SaveBox } from "./save-box.tsx";
import { answerDesk, describeCommand, drawDesk } from "../../tests/support/jsdom/show-desk.tsx";

const set = describeCommand(
  "products set",
  {
    price: { summary: "the price in rupees before GST", kind: "amount" },
    was: { summary: "the earlier price", kind: "amount", or: ["none"] },
    stock: { summary: "the pieces in the workshop", kind: "number", or: ["none"] },
    hidden: { summary: "whether it is hidden", choices: ["yes", "no"] },
    hsn: { summary: "the HSN code", or: ["none"] },
  },
  { args: [{ name: "id", summary: "the product" }], hasPreview: true },
);

test("the product form sends only the changed values with the product's revision, and keeps typed values after an error", async () => {
  const runs: Pick<CommandRun, "options" | "expected">[] = [];
  answerDesk([set], ({ options, expected }) => {
    runs.push({ options, expected });
    return { outcome: "usage", message: "--was …", fields: { was: "Enter more than ₹900.00." } };
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
  const draw = (now: ShownProduct) =>
    drawDesk(
      <SaveBox>
        <ProductForm title="Price and stock" product={now} />
      </SaveBox>,
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
