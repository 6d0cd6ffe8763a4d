import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { GstReturn } from "./gst-return.tsx";
import { answerDesk, describeCommand, showDesk, withData } from "../../tests/support/jsdom/show-desk.tsx";

const documents = Array.from({ length: 12 }, (_, at) => ({
  number: `26-27/${at}`,
  orderId: `TRV-00000${at}`,
}));

test("the GST return shows the file for the portal first, and documents with the same problem as one entry with links", async () => {
  answerDesk([describeCommand("report gstr1", {}, { reads: true })], ({ noun }, address) => {
    if (address === "/api/view") {
      expect(noun).toBe("seller");
      return withData({ values: { gstin: "24ABCDE1234F1Z6" }, revision: "1", samples: [], toConfirm: [] });
    }
    return {
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
  });
  showDesk(<GstReturn month="2026-11" />);
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
