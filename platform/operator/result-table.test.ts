import { expect, test } from "vitest";
import { toCsv, toFacts, toTable } from "./result-table.ts";

const record = {
  id: "teak-tray",
  createdAt: new Date("2026-11-30T06:30:00Z"),
  totalPaise: 2_02_264,
  pieces: 3,
  isHidden: false,
  orders: ["TRV-7K3M9Q", "TRV-9Q7K3M"],
  note: null,
  secret: "not in the table",
};
const fields = ["id", "createdAt", "totalPaise", "pieces", "isHidden", "orders", "note"] as const;

test("a table of records shows only the chosen fields, with labels as headings, amounts in rupees and readable times", () => {
  expect(toTable([record], fields, { isHidden: "Hidden" })).toEqual({
    columns: ["Id", "Created", "Total", "Pieces", "Hidden", "Orders", "Note"],
    rows: [["teak-tray", "30 Nov 2026 at 12:00 pm", "₹2,022.64", 3, "no", "TRV-7K3M9Q, TRV-9Q7K3M", null]],
  });
});

test("the CSV of records has amounts with two decimals, and counts without", () => {
  expect(toCsv([record], fields, { isHidden: "Hidden" }).message).toBe(
    "\uFEFFId,Created,Total,Pieces,Hidden,Orders,Note\n" +
      'teak-tray,2026-11-30 12:00,2022.64,3,no,"TRV-7K3M9Q, TRV-9Q7K3M",',
  );
});

test("facts omit what is empty, null or false, and keep 0", () => {
  expect(toFacts({ Sent: record.createdAt, Notes: null, Gift: "", Coupon: false, Overdue: 0 })).toEqual({
    Sent: "30 Nov 2026 at 12:00 pm",
    Overdue: "0",
  });
});
