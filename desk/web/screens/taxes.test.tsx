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

test("the owner can change the rate of an HSN from a later day without entering the HSN and the day again", async () => {
  const rates = [{ goods: "HSN 4419", hsn: "4419", products: [], rate: 12, from: "2026-12-01" }];
  const values = { rate: "18", "company-place": "ship-to" };
  const runs: CommandRun["options"][] = [];
  vi.stubGlobal("fetch", async (address: string, { body }: { body: string }) => {
    if (address === "/api/commands") return Response.json([taxes]);
    const { noun, options } = JSON.parse(body) as CommandRun;
    const data = noun === "undo" ? [] : { values, rates, revision: "1" };
    if (address !== "/api/run") return Response.json({ outcome: "done", result: { data } });
    runs.push(options);
    return new Response(`${JSON.stringify({ outcome: "done", result: { message: "…" } })}\n`);
  });
  render(
    <QueryClientProvider client={queries}>
      <TaxesScreen />
      <ChangeDialog />
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole("button", { name: /^Change\s*the rate of HSN 4419/ }));
  const dialog = within(screen.getByRole("dialog"));
  const rate = dialog.getByRole<HTMLInputElement>("combobox");
  expect(rate.value).toBe("12");
  fireEvent.change(rate, { target: { value: "5" } });
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  await expect.poll(() => runs).toEqual([{ rate: "5", hsn: "4419", from: "2026-12-01" }]);
});
