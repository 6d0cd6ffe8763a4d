import { mkdtempSync, readFileSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parse } from "csv-parse/sync";
import { beforeEach, expect, test } from "vitest";
import { runCommand } from "#platform/operator/run-command.ts";
import { buyPaid, setUpShop, testShop } from "../tests/support/test-shop.ts";
import { commands } from "./commands.ts";

setUpShop();

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "exports-"));
});

async function exportAs(
  what: string,
  {
    file = `${what}.csv`,
    options = {},
    yes = false,
  }: { file?: string; options?: Record<string, string>; yes?: boolean } = {},
) {
  const progress: number[] = [];
  const typed = {
    noun: "export",
    verb: "",
    args: { what, file },
    options,
    folder,
    osUser: "owner",
    confirmed: yes,
  };
  const reply = await runCommand(testShop.context, commands, typed, (_message, done = 0) =>
    progress.push(done),
  );
  return {
    progress,
    said:
      reply.outcome === "done" ? reply.result.message : "message" in reply ? reply.message : reply.question,
  };
}

const readRows = (file: string): Record<string, string>[] =>
  parse(readFileSync(path.join(folder, file)), { columns: true, bom: true });

test("orders, invoices and payments are exported as CSV with amounts in rupees and Indian time", async () => {
  const { orderId } = (await buyPaid("acacia-bowl")).order;
  expect((await exportAs("orders")).said).toBe(`Exported 1 order to ${path.join(folder, "orders.csv")}.`);
  expect(readRows("orders.csv")).toMatchObject([
    {
      Order: orderId,
      Placed: "2026-11-20 14:30",
      Status: "Processing",
      Total: "2849.82",
      Pieces: "1 × acacia-bowl",
    },
  ]);
  // New columns are added at the end, because an owner's spreadsheet may refer to columns by position.
  expect(
    Object.keys(readRows("orders.csv")[0] ?? {})
      .slice(14)
      .join(),
  ).toBe(
    "Pieces,Subtotal,CGST,SGST,Coupon,Total,Refunded,Cancellation,Dispatched,Courier,Number,Delivered,Shipping,Recipient,Recipient's phone",
  );
  await exportAs("invoices");
  expect(readRows("invoices.csv")).toMatchObject([
    { Number: "26-27/000001", Kind: "invoice", Order: orderId, Amount: "2849.82" },
  ]);
  await exportAs("payments");
  expect(readRows("payments.csv")).toMatchObject([{ Kind: "payment", Order: orderId, Amount: "2849.82" }]);
  expect(statSync(path.join(folder, "orders.csv")).mode & 0o777).toBe(0o600);
});

test("the exported orders have the buyer and the recipient in separate columns (D120)", async () => {
  await buyPaid("acacia-bowl");
  testShop.context.clock.advance(1_000);
  const contact = {
    firstName: "Meera",
    lastName: "Shah",
    email: "meera@example.com",
    phoneNumber: "9825012345",
  };
  await buyPaid("acacia-bowl", { contact, recipient: "Ravi Nair" });
  await exportAs("orders");
  expect(readRows("orders.csv")).toMatchObject([
    { Name: "Asha Patel", Phone: "9876543210", Recipient: "", "Recipient's phone": "" },
    {
      Name: "Meera Shah",
      Phone: "9825012345",
      Recipient: "Ravi Nair",
      "Recipient's phone": "9876543210",
    },
  ]);
});
