import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { CommandRun, DescribedCommand } from "../../calls.ts";
import { ChangeDialog } from "../changeable.tsx";
import { queries } from "../use-view.ts";
import TaxesScreen from "./taxes.tsx";

const taxes: DescribedCommand = {
  noun: "taxes",
  verb: "",
  summary: "…",
  args: [],
  options: {
    rate: { summary: "the GST in percent", or: ["none"] },
    hsn: { summary: "the HSN" },
    products: { summary: "the products", kind: "product", many: true },
    from: { summary: "the first day", kind: "day" },
  },
  examples: [],
  reads: "alone",
  hasPreview: true,
};

test("the screen says which GST applies where, and shows what a new rate of an HSN changes before it is saved", async () => {
  const rates = [{ goods: "HSN 4419", hsn: "4419", products: [], rate: 12, from: "2026-12-01" }];
  const values = { rate: "18", "company-place": "ship-to" };
  const runs: CommandRun["options"][] = [];
  vi.stubGlobal("fetch", async (address: string, { body }: { body: string }) => {
    if (address === "/api/commands") return Response.json([taxes]);
    const { noun, options, dryRun } = JSON.parse(body) as CommandRun;
    const data = noun === "undo" ? [] : { values, state: "Kerala", rates, revision: "1" };
    if (address !== "/api/run") return Response.json({ outcome: "done", result: { data } });
    if (!dryRun) runs.push(options);
    const asked = { outcome: "confirm", question: "Save these GST rates?\n3 products from 12% to 5%" };
    const reply = dryRun ? asked : { outcome: "done", result: { message: "…" } };
    return new Response(`${JSON.stringify(reply)}\n`);
  });
  render(
    <QueryClientProvider client={queries}>
      <TaxesScreen />
      <ChangeDialog />
    </QueryClientProvider>,
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
