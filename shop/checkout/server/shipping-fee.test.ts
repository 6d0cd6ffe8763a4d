import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findInvoices } from "#shop/invoices/server/papers/find-invoices.ts";
import { findReturnRefusal } from "#shop/returns/return-request.ts";
import { findOrderMailData } from "#shop/orders/server/serialize-order.ts";
import { writeOrderMail } from "#shop/notifications/server/mail-list.ts";
import {
  customer as buyer,
  findSold,
  orderId,
  readSoldRow,
  say,
  sell,
  send,
} from "../../../tests/support/bought-order.ts";
import { expectConsistentLedger } from "../../../tests/support/ledger.ts";
import { createBag, postOrder } from "../../../tests/support/ordering.ts";
import { setRules } from "../../../tests/support/products.ts";
import { api, context, readRows, setUpSignedIn } from "../../../tests/support/test-shop.ts";

/* The shipping fee is ₹80, and shipping is free from ₹5000. Two bowls and a tray cost ₹4297. With shipping, tax and
   the coupon, the total is ₹5065.86. */

setUpSignedIn({
  goods: [
    { id: "bowl", title: "Acacia Bowl", price: 89_900, onHand: 5 },
    { id: "tray", title: "Teak Tray", price: 249_900, onHand: 3 },
    { id: "coaster", title: "Coaster", price: 4_000, onHand: 9 },
    { id: "acacia-bowl", price: 100_000 },
  ],
});

beforeEach(() => setRules(context, { shippingFee: 80, freeShippingFrom: 5_000 }));
afterEach(async () => {
  await context.settle();
  await expectConsistentLedger(context);
});

const shipping = { fee: 80, freeFrom: 5_000 };

async function findRefusalToReturn() {
  const order = (await findSold())!;
  return findReturnRefusal(order, new Date(order.serverTime));
}

async function readPapers() {
  return (await findInvoices(context, await readSoldRow())).map(({ content }) => ({
    items: content.items.map(({ product, figures }) => [product, figures.at(-1)]),
    totals: content.totals.map(({ label, value }) => [label, value]),
    content,
  }));
}

describe("orders of a shop with a shipping fee", () => {
  test("an order below the amount for free shipping keeps its shipping fee, taxed like its goods, after the owner changes the fee (D3, D9)", async () => {
    const bag = createBag(["bowl", 2], ["tray", 1]);
    const shownTaxRates = { cgst: 9, sgst: 9, shipping };
    expect((await postOrder({ ...bag, shownTaxRates })).body["order"]).toMatchObject({
      subtotal: 4297,
      shipping: 80,
      cgst: 393.93,
      sgst: 393.93,
      totalAmount: 5164.86,
      discount: 99,
      grandTotal: 5065.86,
    });
    await setRules(context, { shippingFee: 300 });
    expect(await readRows("orders")).toMatchObject([{ shipping: "8000", promised: null }]);
    await setRules(context, { shippingFee: 80, freeShippingFrom: 5_000 });
    const { body } = await postOrder(createBag(["acacia-bowl", 5]));
    expect(body["order"]).toMatchObject({ subtotal: 5000, totalAmount: 5900 });
    expect(body["order"]).not.toHaveProperty("shipping");
  });

  test("an order is refused if its page showed a shipping fee that differs from the shop's (D3)", async () => {
    const bag = createBag(["bowl", 2]);
    for (const shown of [{}, { shipping: { fee: 80 } }, { shipping: { fee: 50, freeFrom: 5_000 } }]) {
      const shownTaxRates = { cgst: 9, sgst: 9, ...shown };
      expect(await postOrder({ ...bag, shownTaxRates })).toMatchObject({
        status: 409,
        body: { code: "prices_changed", details: { taxRates: { cgst: 9, sgst: 9, shipping } } },
      });
    }
    expect(await readRows("orders")).toEqual([]);
  });

  test("the invoice, the e-mail and the sales report show the shipping fee, and the tax return includes it", async () => {
    await sell();
    const [sale] = await readPapers();
    expect(sale?.items).toEqual([
      ["Acacia Bowl", "₹2,121.64"],
      ["Teak Tray", "₹2,948.82"],
      ["Shipping", "₹94.40"],
    ]);
    expect(sale?.content.items[2]).toMatchObject({
      hsn: "HSN 4419",
      figures: ["", "", "₹80.00", "₹14.40", "₹94.40"],
    });
    expect(sale?.content.notes.join()).toContain("Shipping is supplied with the goods");
    expect(sale?.totals).toEqual([
      ["Subtotal", "₹4,297.00"],
      ["Shipping", "₹80.00"],
      ["IGST 18%", "₹787.86"],
      ["Round-off", "₹0.00"],
      ["Total amount", "₹5,164.86"],
      ["Coupon discount", "−₹99.00"],
      ["Grand total", "₹5,065.86"],
    ]);
    const mailData = await findOrderMailData(context, orderId);
    const mail = mailData && writeOrderMail("order-paid", { ...mailData, seller: null, now: context.now() });
    expect(JSON.stringify(mail?.goods)).toContain('{"label":"Shipping","value":"₹80.00"}');
    expect((await say("orders show")).facts).toMatchObject({ Subtotal: "₹4,297.00", Shipping: "₹80.00" });
    expect((await say("report sales", { month: "2026-11" })).rows?.at(-1)?.slice(6)).toEqual([
      "₹4,297.00",
      "₹80.00",
      "₹787.86",
      "₹0.00",
      "₹0.00",
      "−₹99.00",
      "₹0.00",
      "₹5,065.86",
    ]);
    expect((await say("report gstr1", { month: "2026-11", csv: "hsn-b2c" })).message).toContain(
      "4419,,PCS-PIECES,3.00,5164.86,18.00,4377.00,787.86,",
    );
  });
});

describe("pieces that the coupon paid for", () => {
  beforeEach(() => sell([{ productId: "coaster", quantity: 2 }]));

  test("a return of pieces that the coupon paid for is completed without a refund", async () => {
    expect(await findSold()).toMatchObject({ grandTotal: 94.4 });
    await send("1");
    await say("orders deliver");
    const answer = await api.as(buyer).put(`/api/orders/${orderId}/return`, {
      reasons: ["Other"],
      pieces: [{ productId: "coaster", quantity: 1 }],
    });
    expect(answer.status).toBe(200);
    await say("returns --accept");
    await say("returns --received");
    await expect(say("returns --refund", { restock: "on" }, false)).rejects.toThrow(
      /^End the return of .*\? No more money is refunded to .*\. The pieces are put back in stock\. You cannot undo this\.$/,
    );
    expect((await say("returns --refund", { restock: "on" })).message).toBe(
      "No more money is refunded to the customer. The pieces are put back in stock.",
    );
    expect(await findSold()).toMatchObject({
      returnRequest: { status: "Refunded" },
      paymentStatus: "Completed",
    });
    expect((await say("orders refund", { line: "coaster:1", reason: "cracked" })).message).toContain(
      "The coupon paid for these pieces, so no money is refunded. ₹94.40 of the payment is not refunded.",
    );
    // The GST return needs a credit note for every returned piece, even if ₹0 is refunded for the piece.
    const [, ...notes] = await readPapers();
    expect(notes.map(({ totals }) => totals.at(-1)?.join())).toEqual(["Refunded,₹0.00", "Refunded,₹0.00"]);
  });
});

describe("refunds of an order with a shipping fee", () => {
  beforeEach(() => sell());

  test("an order that never arrives is refunded in full, even after partial cancellations and refunds", async () => {
    await send("1", "bowl:2");
    await say("orders refund", { lost: "on", reason: "nowhere" });
    expect(await findSold()).toMatchObject({ refundAmount: 2080.22 });
    await expect(say("orders cancel", { line: "tray:1", reason: "the kiln broke" }, false)).rejects.toThrow(
      "₹2,985.64 of ₹5,065.86 is refunded",
    );
    await say("orders cancel", { line: "tray:1", reason: "the kiln broke" });
    expect(await findSold()).toMatchObject({ refundAmount: 5065.86, lostAt: expect.any(String) });
    expect((await readPapers()).at(-1)?.items).toEqual([
      ["Teak Tray", "₹2,948.82"],
      ["Shipping", "₹94.40"],
    ]);

    await sell();
    await send("1");
    await say("orders refund", { line: "bowl:2\ntray:1", reason: "not found" });
    expect(await findSold()).toMatchObject({ refundAmount: 4971.46 });
    await say("orders refund", { lost: "on", reason: "nowhere" });
    expect(await findSold()).toMatchObject({ refundAmount: 5065.86, lostAt: expect.any(String) });
    expect((await readPapers()).at(-1)?.items).toEqual([["Shipping", "₹94.40"]]);
  });

  test("refunds of pieces exclude the shipping fee, and the shipping fee can be refunded after the last piece (§9)", async () => {
    expect((await say("orders cancel", { line: "bowl:1", reason: "cracked" })).message).toContain(
      "₹1,040.11 is refunded",
    );
    await send("1");
    await say("orders deliver");
    await say("orders refund", { line: "bowl:1", reason: "returned" });
    expect(await findSold()).toMatchObject({ items: [{ cancelled: 1, refunded: 2 }, {}] });
    expect(await findRefusalToReturn()).toBeNull();
    const { message } = await say("orders refund", { line: "tray:1", reason: "returned" });
    expect(await findRefusalToReturn()).toBe("nothing_left");
    expect(message).toContain("₹94.40 of the payment is not refunded");
    expect(await findSold()).toMatchObject({ refundAmount: 4971.46, paymentStatus: "Refunded" });
    await say("orders refund", { reason: "as a courtesy" });
    const papers = await readPapers();
    expect(papers.slice(1).map(({ items }) => items)).toEqual([
      [["Acacia Bowl", "₹1,060.82"]],
      [["Acacia Bowl", "₹1,060.82"]],
      [["Teak Tray", "₹2,948.82"]],
      [["Shipping", "₹94.40"]],
    ]);
    expect(papers.map(({ totals }) => totals.at(-1)?.[1])).toEqual([
      "₹5,065.86",
      "₹1,040.11",
      "₹1,040.11",
      "₹2,891.24",
      "₹94.40",
    ]);
    expect(await findSold()).toMatchObject({ refundAmount: 5065.86, paymentStatus: "Refunded" });
  });
});
