import { beforeEach, expect, test } from "vitest";
import { SECOND } from "#contract/time.ts";
import { runCommand } from "#platform/operator/run-command.ts";
import {
  findOrderCommand,
  orderId,
  readSoldRow,
  say,
  send,
  setUpSold,
} from "../../../tests/support/bought-order.ts";
import { readStock } from "../../../tests/support/ledger.ts";
import { setSeller } from "../../../tests/support/products.ts";
import { sampleSeller } from "../../../tests/support/samples.ts";
import { context } from "../../../tests/support/test-shop.ts";
import type { GstReturn } from "#shop/invoices/server/gst-return/gst-return.ts";
import { findInvoices } from "#shop/invoices/server/papers/find-invoices.ts";
import { refundOrder } from "./refunds.ts";

setUpSold();
beforeEach(async () => {
  await expect(refund({ amount: "1" })).rejects.toThrow("has not been dispatched yet");
  await send("1");
});

async function refund(options: Record<string, string>): Promise<string> {
  context.clock.advance(SECOND);
  return (await say("orders refund", { reason: "returned", ...options })).message ?? "";
}

test("an order can be refunded line by line to the last paisa, each time with a credit note", async () => {
  expect(await refund({ line: "bowl:1", restock: "on" })).toBe(
    "₹1,040.11 is refunded to the customer. ₹3,931.35 of the payment is not refunded. The pieces are back in stock.",
  );
  expect(await readStock(context, "bowl")).toEqual({ onHand: 4, reserved: 0 });
  expect(await readHsn()).toEqual([["4419", 2, 3398]]);
  await expect(refund({ line: "bowl:2" })).rejects.toThrow("only 1 of bowl left to refund");
  await expect(refund({ line: "spoon:1" })).rejects.toThrow("It has: bowl, tray");
  await expect(refund({ line: "bowl" })).rejects.toThrow("teak-tray:1");
  await expect(refund({ line: "tray:1", amount: "3931.36" })).rejects.toThrow("you can refund from");
  await expect(refund({ amount: "10", restock: "on" })).rejects.toThrow("Enter the pieces that are back");
  expect(await refund({ line: "tray:1", restock: "false" })).not.toContain("stock");
  expect(await refund({ line: "bowl:1" })).not.toContain("is not refunded");
  await expect(refund({ line: "bowl:1" })).rejects.toThrow("is already fully refunded");
  expect(await readStock(context, "bowl")).toEqual({ onHand: 4, reserved: 0 });
  expect(await readStock(context, "tray")).toEqual({ onHand: 2, reserved: 0 });

  const { facts = {}, data } = await say("orders show");
  expect(facts["Payment"]).toContain("Refunded");
  expect(facts["Refund 2"]).toMatch(/^₹2,891\.24, .*, 1 × Teak Tray$/);
  expect(facts["Credit note"]).toMatch(/CN26-27\/000001.* · CN26-27\/000002.* · CN26-27\/000003/);
  const [bowl, tray] = ["bowl", "tray"].map((productId) => ({ pieces: [{ productId, quantity: 1 }] }));
  expect(data).toMatchObject({
    refundAmount: 497_146,
    paymentStatus: "Refunded",
    refunds: [bowl, tray, bowl],
  });
  expect(await readHsn()).toEqual([]);
  const notes = (await findInvoices(context, await readSoldRow())).slice(1);
  expect(notes.map(({ content }) => JSON.stringify(content.items))).toEqual([
    expect.stringMatching(/Acacia Bowl.*899/),
    expect.stringMatching(/Teak Tray.*2,499/),
    expect.stringMatching(/Acacia Bowl.*899/),
  ]);
});

/** Returns HSN code, quantity and taxable value from the GST return, after returned pieces are deducted. */
async function readHsn() {
  await setSeller(context, { gstin: sampleSeller.gstin, state: "Gujarat" });
  const { data } = await say("report gstr1", { month: "2026-11" });
  const { hsn } = (data as { gstr1: GstReturn }).gstr1;
  return (hsn && "hsn_b2c" in hsn ? hsn.hsn_b2c : []).map(({ hsn_sc: code, qty, txval }) => [
    code,
    qty,
    txval,
  ]);
}

test("a refund of an amount without pieces adds no returned pieces to the tax return, before or after other refunds (D92)", async () => {
  await refund({ amount: "100" });
  expect((await readHsn())[0]?.[1]).toBe(3);
  await refund({ line: "bowl:1" });
  await refund({ amount: "50" });
  expect((await readHsn())[0]?.[1]).toBe(2);
  await refund({ line: "bowl:1" });
  expect((await readHsn())[0]?.[1]).toBe(1);
});

test("the message about a refund of an amount without pieces does not mention the stock", async () => {
  expect(await refund({ amount: "150" })).toBe(
    "₹150.00 is refunded to the customer. ₹4,821.46 of the payment is not refunded.",
  );
  expect(await refund({ line: "bowl:1" })).toContain("correct the stock count");
});

test("the question about a refund says how much was refunded earlier", async () => {
  const ask = () => say("orders refund", { reason: "returned" }, false);
  await expect(ask()).rejects.toThrow(/^Refund ₹4,971\.46 of ₹4,971\.46 for .*>\? The stock/);
  await refund({ amount: "150" });
  await expect(ask()).rejects.toThrow(
    /^Refund ₹4,821\.46 of ₹4,971\.46 for .*>\? ₹150\.00 is already refunded\. The stock/,
  );
});

test("a form about an order is refused if the order has changed since the form was opened", async () => {
  const { updatedAt } = await readSoldRow();
  await refund({ amount: "1" });
  const how = { folder: "/", osUser: "owner", confirmed: true, expected: updatedAt.toISOString() };
  const options = { line: "bowl:1", reason: "cracked" };
  for (const verb of ["refund", "replace"]) {
    const typed = { noun: "orders", verb, args: { orderId }, options, ...how };
    const reply = await runCommand(context, [findOrderCommand(`orders ${verb}`)], typed, () => {});
    expect(reply, verb).toMatchObject({ outcome: "stale" });
  }
});

test("20 concurrent refunds never exceed the amount paid, and the rest can be refunded afterwards (T16)", async () => {
  await refund({ amount: "1000" });
  const request = { amountPaise: 100_000, reason: "scratched" };
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, () => refundOrder(context, orderId, request)),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  await context.settle();
  expect(await refund({})).toContain("₹971.46 is refunded");
  const { rows } = await context.database.pool.query(
    `select payment_status, refund_amount::int, (select sum(amount)::int from test_payment_refund) as went,
       (select status from payment) as payment, (select count(*)::int from invoice) as papers from orders`,
  );
  expect(rows).toEqual([
    { payment_status: "Refunded", refund_amount: 497_146, went: 497_146, payment: "Refunded", papers: 6 },
  ]);
});
