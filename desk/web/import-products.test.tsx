import { fireEvent, screen } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import type { RunReply } from "../calls.ts";
import { ImportProducts } from "./import-products.tsx";
import { answerDesk, describeCommand, showDesk } from "../../tests/support/jsdom/show-desk.tsx";

const importList = describeCommand(
  "products import",
  {},
  { args: [{ name: "list", summary: "the list", kind: "file", optional: true }], hasPreview: true },
);

test("an import lists the errors of the file by row, and shows the changes of each product after another file is chosen", async () => {
  // Chromium's `scrollIntoView` returns a promise. An effect must not return it.
  const scrolled = vi.fn(async () => {});
  Object.assign(HTMLElement.prototype, { scrollIntoView: scrolled });
  const focus = vi.spyOn(HTMLElement.prototype, "focus");
  const isErrors = (element: unknown) => (element as HTMLElement).textContent?.startsWith("Please correct");
  onTestFinished(() => {
    delete (HTMLElement.prototype as Partial<HTMLElement>).scrollIntoView;
  });
  let reply: RunReply = {
    outcome: "refused",
    message:
      "Nothing was imported. 4 rows: 2 with errors. Please correct:\n  - goods.csv, row 2 (tray), Earlier price “cheap”: is not an amount.\n  - goods.csv, row 3: has more cells than there are columns.\n  - goods.csv, row 2 (tray), HSN “4”: is not an HSN.\n  - goods.csv, row 2 (tray), Category: is missing. Fill in the column.\n  - goods.csv, row 2 (tray), Woods: is missing. Fill in the column.",
  };
  answerDesk([importList], () => reply);
  showDesk(<ImportProducts />);
  fireEvent.click(screen.getByRole("button", { name: "Import a list" }));
  const file = await screen.findByLabelText<HTMLInputElement>(/^File/);
  const choose = () => fireEvent.change(file, { target: { files: [new File(["slug"], "goods.csv")] } });
  choose();
  expect(await screen.findByText("Nothing was imported. 4 rows: 2 with errors.")).toBeTruthy();
  expect(screen.getByRole("heading", { name: "Please correct" })).toBeTruthy();
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Row 2 (tray)Earlier price “cheap” is not an amount.HSN “4” is not an HSN.Missing: Category, Woods. Fill in these columns.",
    "Row 3The row has more cells than there are columns.",
  ]);
  await expect.poll(() => focus.mock.contexts.some(isErrors)).toBe(true);
  reply = {
    outcome: "done",
    result: {
      facts: { added: 1, changed: 1, unchanged: 3 },
      columns: ["Product", "What", "Now", "After"],
      rows: [
        ["Teak Cup", "new product", "", "₹499.00, 5 in stock"],
        ["Teak Tray", "price", "₹1,299.00", "₹1,199.00"],
        ["Teak Tray", "product type", '"Tray"', '"Platter"'],
      ],
      message: "goods.csv, row 3 (cup), Price: is 0, so everybody can order it for free.",
    },
  };
  choose();
  expect(await screen.findByText("5 products: 1 new, 1 changed, 3 unchanged")).toBeTruthy();
  expect(screen.getByText("Row 3 (cup), Price is 0, so everybody can order it for free.")).toBeTruthy();
  expect(screen.getAllByRole("row").map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ["Product", "Value", "Now", "After the import"],
    ["Teak Cup", "New", "", "₹499.00, 5 in stock"],
    ["Teak Tray", "Price", "₹1,299.00", "₹1,199.00"],
    ["Teak Tray", "Product type", "Tray", "Platter"],
  ]);
  expect(screen.getByRole("button", { name: "Import 2 products" })).toBeTruthy();
  reply = { outcome: "done", result: { facts: { added: 1 } } };
  const prices = screen.getByRole("combobox", { name: "Prices in a list from another program" });
  prices.focus();
  fireEvent.change(prices, { target: { value: "on" } });
  expect(await screen.findByText("1 product: 1 new")).toBeTruthy();
  expect(document.activeElement, "the user is still changing this option").toBe(prices);
});
