import { describe, expect, test } from "vitest";
import { DAY } from "#contract/time.ts";
import {
  bought,
  findBoughtOrder,
  publishedEvents,
  payBoughtOrder,
  readRefunds,
  readStatus,
  requestCancellation,
  runOrderCommand,
  runTyped,
  setUpBoughtOrder,
} from "../../../tests/support/bought-order.ts";
import { readStock } from "../../../tests/support/ledger.ts";
import { setSeller } from "../../../tests/support/products.ts";
import { context } from "../../../tests/support/test-shop.ts";
import { runLine } from "../../../tests/support/typed-line.ts";
import { approveCancellation } from "./cancellations.ts";

setUpBoughtOrder();

const readBowls = () => readStock(context, "acacia-bowl");
const reportSales = async (more: Record<string, string> = {}) =>
  (await runOrderCommand("report sales", { month: "2026-11", csv: "on", ...more })).message?.split("\n") ??
  [];

const runTypedLine = async (line: string, options: Record<string, string>) =>
  JSON.stringify(await runLine(context, line, options));

async function payAndRequest(): Promise<void> {
  await payBoughtOrder();
  await requestCancellation();
}

test("when a cancellation is approved, the order is cancelled, refunded and restocked, and a credit note is issued", async () => {
  await payAndRequest();
  expect(await runOrderCommand("orders cancel --approve")).toMatchObject({
    message: `${bought.order.orderId} was cancelled. ₹2,849.82 is refunded to the customer.`,
  });
  expect(await findBoughtOrder()).toMatchObject({
    orderStatus: "Cancelled",
    paymentStatus: "Refunded",
    refundAmount: 2849.82,
    invoiceNumber: "26-27/000001",
    cancellation: { status: "Approved" },
  });
  expect(await readBowls()).toEqual({ onHand: 3, reserved: 0 });
  expect(await readRefunds()).toEqual([284_982]);
  expect((await runTyped("invoices", {}, { kind: "credit-note" })).rows).toMatchObject([
    { 0: "CN26-27/000001", 5: "−₹2,849.82" },
  ]);
  expect(publishedEvents).toEqual(["Approved"]);
});

test("a cancellation approved with a partial refund refunds only that amount, and the sales report subtracts the amount", async () => {
  await payAndRequest();
  for (const [amount, words] of [
    ["2849.83", "you can refund from"],
    ["0", "Enter more than 0"],
  ] as const)
    await expect(runOrderCommand("orders cancel --approve", { amount })).rejects.toThrow(words);
  const approve = `orders cancel ${bought.order.orderId} --approve`;
  expect(await runTypedLine(approve, { amount: "a lot" })).toContain("Enter an amount of 0 or more");
  await runOrderCommand("orders cancel --approve", { amount: "1424.91" });
  expect(await findBoughtOrder()).toMatchObject({ paymentStatus: "Refunded", refundAmount: 1424.91 });
  expect(await readRefunds()).toEqual([142_491]);

  const { orderId } = bought.order;
  expect(await reportSales()).toEqual([
    "\uFEFFNumber,Date,Order,Made out to,GSTIN,Place of supply,Goods,IGST,CGST,SGST,Coupon,Round-off,Paid,HSN,Rate,Corrects",
    `26-27/000001,20 Nov 2026,${orderId},Asha Patel,,Maharashtra (27),2499.00,0.00,224.91,224.91,-99.00,0.00,2849.82,4419,18%,`,
    `CN26-27/000001,20 Nov 2026,${orderId},Asha Patel,,Maharashtra (27),-1249.50,0.00,-112.46,-112.46,49.51,0.00,-1424.91,4419,18%,26-27/000001`,
  ]);
  expect((await runOrderCommand("report sales", { month: "2026-11" })).rows?.at(-1)?.[12]).toBe("₹1,424.91");
  expect((await runOrderCommand("report sales", { month: "2026-12" })).message).toBe(
    "There were no sales in 2026-12.",
  );
  expect(await runTypedLine("report sales", { month: "13" })).toContain("Choose a month");
  // If an invoice stores no seller, the report uses the state of the current seller. The sale is then to another state,
  // so its only tax is IGST (D8).
  await setSeller(context, { state: "Gujarat" });
  expect((await reportSales()).slice(1)).toEqual([
    expect.stringContaining("Maharashtra (27),2499.00,449.82,0.00,0.00,-99.00,0.00,2849.82"),
    expect.stringContaining("Maharashtra (27),-1249.50,-224.91,0.00,0.00,49.50,0.00,-1424.91"),
  ]);
  await setSeller(context, { state: " maharashtra" });
  expect((await reportSales())[1]).toContain(",0.00,224.91,224.91,");
});

test("the credit note of a cancellation has the tax of the day of sale, even if the seller has moved since (D8, D92)", async () => {
  await setSeller(context, { state: "Gujarat" });
  await payAndRequest();
  await setSeller(context, { state: "Maharashtra" });
  await context.database.pool.query(
    `update orders set shipping_address = shipping_address || '{"state": "Gujarat"}'`,
  );
  await runOrderCommand("orders cancel --approve");
  expect((await reportSales()).slice(1)).toEqual([
    expect.stringContaining("Maharashtra (27),2499.00,449.82,0.00,0.00"),
    expect.stringContaining("Maharashtra (27),-2499.00,-449.82,0.00,0.00"),
  ]);
  expect(await findBoughtOrder()).toMatchObject({ soldBy: { state: "Gujarat", gstin: "24ABCDE1234F1Z6" } });
  expect((await findBoughtOrder())?.soldBy).not.toHaveProperty("taxRates");
});

test("a cancellation request blocks dispatch until the owner declines it, and the declined request has the owner's answer", async () => {
  await payAndRequest();
  const parcel = { courier: "Delhivery", number: "1" };
  await expect(runOrderCommand("orders dispatch", parcel)).rejects.toThrow("has asked to cancel it");
  await expect(runOrderCommand("orders deliver")).rejects.toThrow("has asked to cancel it");
  await expect(runOrderCommand("orders cancel --decline")).rejects.toMatchObject({
    fields: { words: "Please fill this in." },
  });
  await runOrderCommand("orders cancel --decline", { words: "It was packed this morning." });
  expect(await findBoughtOrder()).toMatchObject({
    orderStatus: "Processing",
    paymentStatus: "Completed",
    cancellation: { status: "Rejected", words: "It was packed this morning." },
  });
  await expect(runOrderCommand("orders cancel --approve")).rejects.toThrow("is already decided: Rejected");
  await runOrderCommand("orders dispatch", parcel);
  expect(publishedEvents).toEqual(["Rejected", "dispatched"]);
});

test("the date of a cancellation is not the date on which an earlier request was declined (§2.15)", async () => {
  await payAndRequest();
  await runOrderCommand("orders cancel --decline", { words: "It was packed this morning." });
  context.clock.advance(DAY);
  await runOrderCommand("orders cancel", { reason: "it broke" });
  expect(await findBoughtOrder()).toMatchObject({ cancelledAt: context.now().toISOString() });
});

test("50 concurrent approvals of one cancellation request make one refund and restock the pieces once (T16)", async () => {
  await payAndRequest();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, () => approveCancellation(context, bought.order.orderId)),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await context.settle();
  expect(await readRefunds()).toEqual([284_982]);
  expect(await readBowls()).toEqual({ onHand: 3, reserved: 0 });
});

describe("parcels of an order", () => {
  const parcel = { courier: "Delhivery", number: "1234567890" };

  test("a paid order is dispatched once, with courier and tracking number, and can then be marked as delivered", async () => {
    await expect(runOrderCommand("orders dispatch", parcel)).rejects.toThrow("is not paid yet");
    await payBoughtOrder();
    await expect(runOrderCommand("orders dispatch", { courier: "Delhivery" })).rejects.toMatchObject({
      fields: { number: "Please fill this in." },
    });
    await expect(
      runOrderCommand("orders dispatch", { ...parcel, link: "javascript:alert(1)" }),
    ).rejects.toThrow("begins with https://");
    await expect(runOrderCommand("orders deliver")).rejects.toThrow("has not been dispatched yet");
    await runOrderCommand("orders dispatch", { ...parcel, link: "https://www.delhivery.com/track/1" });
    await runOrderCommand("orders dispatch", parcel);
    const link = "https://www.delhivery.com/track-v2/package/1234567890";
    expect(await findBoughtOrder()).toMatchObject({
      orderStatus: "Processing",
      tracking: { ...parcel, link },
    });
    expect(publishedEvents).toEqual(["dispatched"]);
    await expect(requestCancellation()).rejects.toThrow("dispatched");
    await expect(runOrderCommand("orders cancel", { reason: "lost" })).rejects.toThrow("is on its way");
    await runOrderCommand("orders deliver");
    expect(await readStatus()).toBe("Delivered/Completed");
    await expect(runOrderCommand("orders dispatch", parcel)).rejects.toThrow("has already been delivered");
    const { facts } = await runOrderCommand("orders show");
    expect(facts).toMatchObject({
      Invoice: expect.stringContaining("26-27/000001"),
      Dispatched: expect.stringMatching(/2026 at .*Delhivery, 1234567890, https:/),
      Delivered: expect.stringContaining("2026 at"),
      Paid: "₹2,849.82",
      "To pay": "₹0.00",
    });
  });
});

test("a paid order that the owner cancels is refunded and restocked, and the reason is recorded", async () => {
  await payBoughtOrder();
  await runOrderCommand("orders note", {}, { note: "Wants it before Diwali" });
  context.clock.advance(1_000);
  await runOrderCommand("orders cancel", { reason: "the last piece cracked" });
  expect(await readStatus()).toBe("Cancelled/Refunded");
  expect(await readRefunds()).toEqual([284_982]);
  expect(await readBowls()).toEqual({ onHand: 3, reserved: 0 });
  const { message } = await runOrderCommand("orders show");
  expect(message).toMatch(/Wants it before Diwali\n.*Cancelled: the last piece cracked$/);
});

test("an order is not cancelled if the reason cannot be recorded", async () => {
  await payBoughtOrder();
  const { pool } = context.database;
  await pool.query("alter table order_note rename to order_note_away");
  try {
    await expect(runOrderCommand("orders cancel", { reason: "cracked" })).rejects.toThrow();
  } finally {
    await pool.query("alter table order_note_away rename to order_note");
  }
  expect(await readStatus()).toBe("Processing/Completed");
  expect(await readRefunds()).toEqual([]);
});

test("an unpaid order that the owner cancels has its payment closed and its pieces released", async () => {
  await expect(runOrderCommand("orders deliver", { "in-person": "on" })).rejects.toThrow(
    "is Pending, so its status cannot change to Delivered.",
  );
  expect((await runOrderCommand("orders cancel", { reason: "changed her mind" })).message).toBe(
    `${bought.order.orderId} was cancelled. Nothing was paid.`,
  );
  expect(await readStatus()).toBe("Cancelled/Expired");
  expect(await readBowls()).toEqual({ onHand: 3, reserved: 0 });
  await expect(runOrderCommand("orders confirm")).rejects.toThrow(
    "The status of this order cannot change any more.",
  );
});
