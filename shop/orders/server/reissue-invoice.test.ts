import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { DAY } from "#contract/time.ts";
import { ConfirmationRequired } from "#platform/operator/command.ts";
import { parseMonth } from "#platform/operator/command-values.ts";
import { findCancelled, findInvoices, findIssuedIn } from "#shop/invoices/server/papers/find-invoices.ts";
import { sumSales } from "#shop/invoices/server/index.ts";
import {
  accountId,
  findOrderCommand,
  findSold,
  orderId,
  readSoldRow,
  say,
  sell,
  setUpSold,
} from "../../../tests/support/bought-order.ts";
import { testEngine } from "../../../tests/support/database.ts";
import { raceBefore } from "../../../tests/support/race.ts";
import { context } from "../../../tests/support/test-shop.ts";
import { anonymiseOrders } from "./anonymise-orders.ts";
import { findIssued } from "#shop/documents/server/invoices.ts";
import { correctOrder } from "./correct-order.ts";

setUpSold();

const company = { company: "Lake Café LLP", "company-address": "2 MG Road, Pune", gstin: "27AAPFU0939F1ZV" };
const correct = (confirmed = true) => say("orders correct", company, confirmed);
const readNumbers = async () =>
  (await context.database.pool.query("select number, kind from invoice order by number")).rows.map(
    ({ number, kind }) => `${kind} ${number}`,
  );
const report = async (csv: string) => (await say("report gstr1", { month: "2026-11", csv })).message;

test("adding a company after payment cancels the invoice and issues a new one with the next number", async () => {
  const question = correct(false);
  await expect(question).rejects.toThrow(ConfirmationRequired);
  await expect(question).rejects.toThrow(
    /^Cancel invoice 26-27\/000001 of TRV-\w+, and issue invoice 26-27\/000002 to Lake Café LLP \(27AAPFU0939F1ZV\) instead\?/,
  );
  expect(await readNumbers()).toEqual(["invoice 26-27/000001"]);
  expect((await correct()).message).toMatch(
    /^TRV-\w+ was corrected: company\. The customer gets an e-mail\. Invoice 26-27\/000001 was cancelled, and invoice 26-27\/000002 was issued\.$/,
  );
  expect(await readNumbers()).toEqual(["invoice 26-27/000002"]);
  expect(await findSold()).toMatchObject({
    invoiceNumber: "26-27/000002",
    companyInvoice: { name: "Lake Café LLP" },
    canChangeCompany: true,
  });
  expect(await report("b2b")).toMatch(/27AAPFU0939F1ZV,Lake Café LLP,26-27\/000002,/);
  expect(await report("b2cs")).not.toContain("\n");
  expect(await report("docs")).toContain("Invoices for outward supply,26-27/000001,26-27/000002,2,1");
  expect((await say("report sales", { month: "2026-11" })).rows).toHaveLength(2);

  const order = await readSoldRow();
  const { cancelled } = await findIssued(context.db, "26-27/000001");
  if (!cancelled) throw new Error("no cancelled invoice");
  const papers = await findIssuedIn(context, parseMonth("2026-11"));
  expect(papers.map(({ row }) => row?.number)).toEqual(["26-27/000002", "26-27/000001"]);
  const { content } = papers[1] ?? {};
  expect(content).toMatchObject({
    serial: "26-27/000001",
    notices: ["Cancelled on 20 Nov 2026 before the goods were sent. Invoice 26-27/000002 replaces it."],
  });
  expect(content?.billTo.join()).toContain("Asha Patel");
  expect(await findCancelled(context, [cancelled])).toEqual(papers.slice(1));
  const [newInvoice] = await findInvoices(context, order);
  expect(newInvoice?.content.billTo.join()).toContain("GSTIN 27AAPFU0939F1ZV");

  // The credit note of a later cancellation refers to the new invoice, not to the cancelled one.
  await say("orders cancel", { reason: "the kiln broke" });
  expect(await readNumbers()).toEqual(["invoice 26-27/000002", "credit-note CN26-27/000001"]);
  const notes = await context.database.pool.query("select corrects from invoice where corrects is not null");
  expect(notes.rows).toEqual([{ corrects: "26-27/000002" }]);
  await context.transact((tx) => anonymiseOrders(tx, accountId));
  expect(JSON.stringify(await findIssued(context.db, "26-27/000001"))).not.toContain("Asha");
});

test("a new e-mail address of the company does not change the invoice that was already issued", async () => {
  await correct();
  const { message } = await say("orders correct", { "company-email": "bills@lake.example" }, false);
  expect(message).toContain("An invoice that was already issued does not change.");
  expect(await readNumbers()).toEqual(["invoice 26-27/000002"]);
  expect(await findSold()).toMatchObject({ companyInvoice: { email: "bills@lake.example" } });
});

test("a sale with a cancelled invoice counts once, and the monthly list has the cancelled invoice at ₹0", async () => {
  const { from } = parseMonth("2026-11");
  const sumOn = async (day: number) => {
    const at = (days: number) => new Date(from.getTime() + days * DAY);
    return sumSales(context.db, at(day - 1), at(day));
  };
  const sold = await sumOn(20);
  context.clock.advance(2 * DAY);
  await correct();
  await say("orders correct", { ...company, company: "Lake House LLP" });
  expect(await sumOn(20)).toEqual(sold);
  expect(await sumOn(22)).toEqual({ orders: 0, soldPaise: 0, refundedPaise: 0 });
  const { days } = (await say("report sales", { month: "2026-11", by: "day" })).data as {
    days: { day: string; invoices: number; soldPaise: number }[];
  };
  expect(days.filter(({ invoices }) => invoices > 0)).toMatchObject([
    { day: "2026-11-20", invoices: 1, soldPaise: sold.soldPaise },
  ]);

  const folder = await mkdtemp(path.join(os.tmpdir(), "taruva-cancelled-"));
  const run = (line: string, args: Record<string, string>, options: Record<string, string>) =>
    findOrderCommand(line).run(context, { args, options: { month: "2026-11", ...options }, folder });
  const { rows, columns } = await run("invoices", {}, {});
  expect(columns?.at(-1)).toBe("Replaced by");
  expect(rows?.map(([number, kind, , , to, amount, place]) => [number, kind, to, amount, place])).toEqual([
    ["26-27/000003", "invoice", "Lake House LLP", "₹4,971.46", null],
    ["26-27/000002", "cancelled-invoice", "Lake Café LLP", "₹0.00", "26-27/000003"],
    ["26-27/000001", "cancelled-invoice", "Asha Patel", "₹0.00", "26-27/000002"],
  ]);
  expect((await run("invoices", {}, { kind: "invoice" })).rows).toHaveLength(1);
  expect((await run("invoices", {}, { kind: "cancelled-invoice" })).rows).toHaveLength(2);
  await run("export", { what: "invoices", file: "november.csv" }, {});
  const csv = await readFile(path.join(folder, "november.csv"), "utf8");
  expect(csv).toMatch(/26-27\/000001,cancelled-invoice,.*,Asha Patel,,\w+,0.00,26-27\/000002\r?\n/);
  const { data } = await run("invoices", {}, { pdf: "on" });
  expect(data).toMatchObject({
    files: ["26-27-000003.pdf", "26-27-000001.pdf", "26-27-000002.pdf"],
  });
  await rm(folder, { recursive: true });
});

test("an invoice cannot be replaced after a refund, after the end of its month, after dispatch, or with incomplete company data", async () => {
  await expect(say("orders correct", { gstin: "27AAPFU0939F1ZV" })).rejects.toThrow(
    "An invoice to a company needs the company's name, address and GSTIN.",
  );
  await expect(say("orders correct", { ...company, gstin: "27AAPFU0939F1ZX" })).rejects.toThrow(
    "typing mistake",
  );
  context.clock.advance(11 * DAY);
  await expect(correct()).rejects.toThrow("has an invoice of an earlier month");
  expect(await findSold()).not.toHaveProperty("canChangeCompany");
  await sell();
  await say("orders cancel", { line: "bowl:1", reason: "cracked" });
  await expect(correct()).rejects.toThrow("is already partly refunded");
  await sell();
  await say("orders dispatch", { courier: "Delhivery", number: "1" });
  await expect(correct()).rejects.toThrow("is on its way");
});

test.runIf(testEngine === "server")(
  "two concurrent corrections of an order's company replace the invoice once",
  async () => {
    const companyInvoice = {
      name: "Lake Café LLP",
      address: "2 MG Road",
      taxCode: "27AAPFU0939F1ZV",
      email: "a@b.example",
    };
    const correctCompany = () => correctOrder(context, orderId, {}, companyInvoice);
    const race = await raceBefore(context, /invoice_series/, correctCompany, correctCompany);
    expect(race).toEqual({ first: "done", second: "refused" });
    expect(await readNumbers()).toEqual(["invoice 26-27/000002"]);
  },
);
