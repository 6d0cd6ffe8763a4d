import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { View } from "../calls.ts";
import { GstReturn } from "./gst-return.tsx";
import { queries } from "./use-view.ts";

const documents = Array.from({ length: 12 }, (_, at) => ({
  number: `26-27/${at}`,
  orderId: `TRV-00000${at}`,
}));

test("the GST return shows the file for the portal first, and documents with the same problem as one entry with links", async () => {
  vi.stubGlobal("fetch", async (address: string, { body }: { body: string }) => {
    if (address === "/api/commands")
      return Response.json([
        { noun: "report", verb: "gstr1", summary: "", args: [], options: {}, examples: [], reads: true },
      ]);
    if (address === "/api/view") {
      expect((JSON.parse(body) as View).noun).toBe("seller");
      const data = { values: { gstin: "24ABCDE1234F1Z6" }, revision: "1", samples: [], toConfirm: [] };
      return Response.json({ outcome: "done", result: { data } });
    }
    const reply = {
      outcome: "done",
      files: ["gstr1-2026-11-b2b.csv", "gstr1-2026-11.json"],
      result: {
        columns: ["Section", "Documents"],
        rows: [
          ["B2B", 12],
          ["B2CL", 0],
        ],
        data: {
          month: "2026-11",
          gstr1: {},
          findings: [{ what: "a line without an HSN", remedy: "Enter the HSN", documents }],
          files: [],
        },
      },
    };
    return new Response(`${JSON.stringify(reply)}\n`);
  });
  render(
    <QueryClientProvider client={queries}>
      <GstReturn month="2026-11" />
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole("button", { name: "Make GSTR-1" }));
  expect(await screen.findByText("12 documents with a line without an HSN")).toBeTruthy();
  const [, first] = screen.getAllByRole("button");
  expect(first?.textContent).toContain("gstr1-2026-11.json");
  expect(screen.getAllByText(/without an HSN/)).toHaveLength(1);
  const link = screen.getByText("26-27/3");
  expect(link.getAttribute("href")).toBe("/orders/TRV-000003");
  const table = within(screen.getByRole("table"));
  expect(table.getAllByRole("rowheader").map(({ textContent }) => textContent)).toEqual(["B2B"]);
});
