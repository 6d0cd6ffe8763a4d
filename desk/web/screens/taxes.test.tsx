import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { CommandRun } from "../../calls.ts";
import { ChangeDialog } from "../changeable.tsx";
import TaxesScreen from "./taxes.tsx";
import { answerDesk, describeCommand, showDesk, withData } from "../../../tests/support/jsdom/show-desk.tsx";

const taxes = describeCommand(
  "taxes",
  {
    rate: { summary: "the GST in percent", or: ["none"] },
    hsn: { summary: "the HSN" },
    products: { summary: "the products", kind: "product", many: true },
    from: { summary: "the first day", kind: "day" },
  },
  { reads: "alone", hasPreview: true },
);

test("the screen Taxes shows which GST applies in which state, and what a new rate of an HSN changes before it is saved", async () => {
  const rates = [{ goods: "HSN 4419", hsn: "4419", products: [], rate: 12, from: "2026-12-01" }];
  const values = { rate: "18", "company-place": "ship-to" };
  const runs: CommandRun["options"][] = [];
  answerDesk([taxes], ({ noun, options, dryRun }, address) => {
    const data = noun === "undo" ? [] : { values, state: "Kerala", rates, revision: "1" };
    if (address !== "/api/run") return withData(data);
    if (!dryRun) runs.push(options);
    const asked = { outcome: "confirm", question: "Save these GST rates?\n3 products from 12% to 5%" };
    return dryRun ? asked : { outcome: "done", result: { message: "…" } };
  });
  showDesk(
    <>
      <TaxesScreen />
      <ChangeDialog />
    </>,
  );
  expect(await screen.findByText("To Kerala: CGST 9 % and SGST 9 %.")).toBeTruthy();
  expect(screen.getByText("To every other state: IGST 18 %.")).toBeTruthy();
  expect(screen.getByText("From Tue 1 Dec 2026")).toBeTruthy();
  fireEvent.click(await screen.findByRole("button", { name: /^Change\s*the rate of HSN 4419/ }));
  const dialog = within(screen.getByRole("dialog"));
  const rate = dialog.getByRole<HTMLInputElement>("textbox");
  expect(rate.value).toBe("12");
  fireEvent.change(rate, { target: { value: "5" } });
  expect(await dialog.findByText(/3 products from 12% to 5%/)).toBeTruthy();
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  await expect.poll(() => runs).toEqual([{ rate: "5", hsn: "4419", from: "2026-12-01" }]);
});

test("a rate of many products is named after the first product and counts the others", async () => {
  const products = ["teak-tray", "acacia-bowl", "mango-board"];
  const rates = [{ goods: products.join(", "), hsn: null, products, rate: 12, from: null }];
  const values = { rate: "18", "company-place": "ship-to" };
  answerDesk([taxes], ({ noun }) =>
    withData(noun === "undo" ? [] : { values, state: "Kerala", rates, revision: "1" }),
  );
  showDesk(<TaxesScreen />);
  expect(await screen.findByText("Teak-tray and 2 more: 12 %")).toBeTruthy();
  expect(screen.getByText("teak-tray, acacia-bowl, mango-board")).toBeTruthy();
});
