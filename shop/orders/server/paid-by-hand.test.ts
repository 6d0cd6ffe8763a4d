import { afterEach, expect, test } from "vitest";
import { DAY, HOUR } from "#contract/time.ts";
import { checkPayments, describePaymentWindow, findPayment } from "#shop/payments/server/index.ts";
import { account } from "#shop/accounts/server/tables.ts";
import { findNewestMail } from "#platform/mail/saved-mails.ts";
import type { Confirmed } from "#platform/operator/command.ts";
import { phoneOrder, runTyped, takePhoneOrder } from "../../../tests/support/bought-order.ts";
import { expectConsistentLedger } from "../../../tests/support/ledger.ts";
import { buy, context, provider, setUpShop, testShop } from "../../../tests/support/test-shop.ts";
import { listOwnOrders } from "./index.ts";
import { orders } from "./tables.ts";

setUpShop({
  goods: [
    { id: "acacia-bowl", title: "Acacia Bowl", price: 249_900, onHand: 9 },
    { id: "table", title: "Banquet Table", price: 5_000_000 },
  ],
  mails: "without invoices",
});
afterEach(async () => {
  await context.settle();
  await expectConsistentLedger(context);
});

const say = (
  line: string,
  orderId: string,
  options: Record<string, string> = {},
  confirmed: Confirmed = true,
) => runTyped(line, { orderId }, options, confirmed);
const upi = { by: "upi", reference: "428812345678" };

const readOrder = async (orderId: string) => {
  const order = (await context.db.select().from(orders)).find((each) => each.orderId === orderId);
  if (!order) throw new Error("no order");
  return order;
};

test("an order by phone can be recorded as paid by UPI, after a question that shows the amount, the customer and the reference", async () => {
  const { orderId } = await takePhoneOrder(context);
  await expect(say("orders paid", orderId, upi, false)).rejects.toThrow(
    `Record ₹5,798.64 for ${orderId} of Asha Devi Patel <asha.patel@example.com> as paid by UPI to the shop, 428812345678?`,
  );
  expect((await readOrder(orderId)).status).toBe("Pending");
  expect((await say("orders paid", orderId, upi)).message).toBe(
    `${orderId} is paid by UPI to the shop: its invoice is issued, and it is now in the list of orders to pack.`,
  );
  expect(await readOrder(orderId)).toMatchObject({
    status: "Processing",
    paymentStatus: "Completed",
    paymentMethod: "UPI to the shop",
  });
  expect(await findPayment(context.db, orderId)).toMatchObject({
    status: "Completed",
    method: "UPI to the shop",
    capturedAs: "428812345678",
  });
  await expect(say("orders paid", orderId, upi)).rejects.toThrow(`${orderId} is paid already.`);
  context.clock.advance(4 * DAY);
  expect(await checkPayments(context)).toEqual([]);
});

test("the confirmation of a payment made directly to the shop warns if its reference is already used for another order", async () => {
  const [first, second] = [await takePhoneOrder(context), await takePhoneOrder(context)];
  const ask = (options: Record<string, string>) => say("orders paid", second.orderId, options, false);
  await expect(ask({ by: "bank", reference: "UTR 4711" })).rejects.toThrow(/, UTR 4711\? The invoice/);
  await say("orders paid", first.orderId, { by: "bank", reference: "UTR 4711" });
  await expect(ask({ by: "upi", reference: "utr-4711" })).rejects.toThrow(
    `, utr-4711? This reference is already used for ${first.orderId}. Check that both orders were paid. The invoice`,
  );
  await expect(ask({ by: "cash", reference: "UTR 4711" })).rejects.toThrow(/, UTR 4711\? The invoice/);
});

test("recording a payment made directly to the shop without its reference is refused", async () => {
  const { orderId } = await takePhoneOrder(context);
  await expect(say("orders paid", orderId, { by: "upi" })).rejects.toMatchObject({
    fields: { reference: "Please fill this in." },
  });
});

test("an online order and a cancelled order cannot be recorded as paid directly to the shop", async () => {
  const { order } = await buy(testShop, "acacia-bowl");
  await expect(say("orders paid", order.orderId, upi)).rejects.toThrow(
    "was placed on the site, so the customer must pay for it there",
  );
  expect((await say("orders show", order.orderId)).data, "the customer can pay with a link").toMatchObject({
    paymentLink: expect.stringContaining("/pay-order#"),
    payUntil: new Date(context.now().getTime() + HOUR),
  });
  const { orderId } = await takePhoneOrder(context);
  await say("orders cancel", orderId, { reason: "changed their mind" });
  await expect(say("orders paid", orderId, upi)).rejects.toThrow("Enter it again as an order by phone");
});

async function openWindow(orderId: string) {
  const storedPayment = await findPayment(context.db, orderId);
  const opened = storedPayment && (await describePaymentWindow(context, storedPayment));
  if (!opened || !("window" in opened)) throw new Error("no window");
  return (number: string) =>
    fetch(`${provider.url}${opened.window}/card`, {
      method: "POST",
      body: new URLSearchParams({ number, expiry: "12/30", cvv: "123", name: "Asha Patel" }),
    });
}

test("a cash payment made directly to the shop can be recorded without a reference", async () => {
  const { orderId } = await takePhoneOrder(context);
  await say("orders paid", orderId, { by: "cash" });
  expect((await readOrder(orderId)).paymentMethod).toBe("cash to the shop");
});

test("an order that has just been paid online cannot be recorded as paid directly to the shop", async () => {
  const { orderId } = await takePhoneOrder(context);
  const pay = await openWindow(orderId);
  await pay("4111 1111 1111 1111");
  await expect(say("orders paid", orderId, upi)).rejects.toThrow(`${orderId} has just been paid online.`);
  await context.settle();
  expect((await readOrder(orderId)).paymentMethod).toBe("card");
});

test("recording a payment made directly to the shop closes the payment window, so nobody pays twice", async () => {
  const { orderId } = await takePhoneOrder(context);
  const pay = await openWindow(orderId);
  await say("orders paid", orderId, upi);
  await pay("4111 1111 1111 1111");
  await context.settle();
  const { rows } = await context.database.pool.query("select state from test_payment_session");
  expect(rows).toEqual([{ state: "closed" }]);
  expect((await readOrder(orderId)).paymentMethod).toBe("UPI to the shop");
});

test("a cancelled order that was paid directly to the shop has a pending refund until the owner has sent the money", async () => {
  const { orderId } = await takePhoneOrder(context);
  await say("orders paid", orderId, upi);
  const ownTransfer =
    "refunded, with a credit note for the customer. The order was paid by UPI to the shop, so you then send the money yourself and record the transfer. The pieces";
  await expect(say("orders cancel", orderId, { reason: "the wood cracked" }, false)).rejects.toThrow(
    ownTransfer,
  );
  expect((await say("orders cancel", orderId, { reason: "the wood cracked" })).message).toBe(
    `${orderId} was cancelled. ₹5,798.64 is to be refunded to the customer. The order was paid by UPI to the shop, so send the money yourself. Then choose 'Record your own transfer' for ${orderId} and enter the reference.`,
  );
  expect(await checkPayments(context)).toEqual([
    {
      about: orderId,
      what: "₹5,798.64 must be refunded: the order was paid by UPI to the shop, so you must send the refund yourself",
      remedy: "Send the money to the customer, then enter the reference of your transfer",
      screen: `/do/payments?orderId=${orderId}`,
    },
  ]);
  await expect(say("payments", orderId, { retry: "on" })).rejects.toThrow("so the provider cannot refund it");
  expect((await readOrder(orderId)).paymentStatus).toBe("Refunding");
  expect((await say("payments", orderId, { "by-hand": "UPI 99" })).message).toBe(
    `Your own refund of ₹5,798.64 for ${orderId} was recorded, and a credit note was issued.`,
  );
  expect((await readOrder(orderId)).paymentStatus).toBe("Refunded");
  expect(await checkPayments(context)).toEqual([]);
});

test("the date of a cancellation does not change when its refund is recorded later (§2.15)", async () => {
  const { orderId, accountId } = await takePhoneOrder(context);
  await say("orders paid", orderId, upi);
  await say("orders cancel", orderId, { reason: "the wood cracked" });
  const cancelledAt = context.now().toISOString();
  context.clock.advance(2 * DAY);
  await say("payments", orderId, { "by-hand": "UPI 99" });
  expect(await listOwnOrders(context, accountId)).toMatchObject([{ cancelledAt }]);
});

test("recording a transfer settles only the refunds that its confirmation question listed", async () => {
  const { orderId } = await takePhoneOrder(context);
  await say("orders paid", orderId, upi);
  await expect(
    say("orders cancel", orderId, { line: "acacia-bowl:1", reason: "a crack" }, false),
  ).rejects.toThrow("so you then send the money yourself and record the transfer.");
  await say("orders cancel", orderId, { line: "acacia-bowl:1", reason: "a crack" });
  const answer = (confirmed: Confirmed) => say("payments", orderId, { "by-hand": "UPI 99" }, confirmed);
  const question = `Record that you sent ₹2,899.32 for ${orderId} yourself, with the reference "UPI 99"? A credit note is issued for each refund. This cannot be undone.`;
  await expect(answer(false)).rejects.toThrow(question);
  await say("orders cancel", orderId, { reason: "another crack" });
  await expect(answer(question)).rejects.toThrow(
    `you sent ₹2,899.32 and ₹2,899.32 (2 refunds) for ${orderId} yourself`,
  );
  expect((await readOrder(orderId)).paymentStatus).toBe("Refunding");
});

test("the reference of an earlier refund does not settle a later refund of the same order", async () => {
  const { orderId } = await takePhoneOrder(context);
  await say("orders paid", orderId, upi);
  await say("orders cancel", orderId, { line: "acacia-bowl:1", reason: "a crack" });
  await say("payments", orderId, { "by-hand": "UPI 99" });
  await say("orders cancel", orderId, { reason: "another crack" });
  await expect(say("payments", orderId, { "by-hand": "upi-99" })).rejects.toThrow(
    `A refund of ₹2,899.32 for ${orderId} with the reference "UPI 99" is already recorded, so nothing was changed.`,
  );
  expect((await readOrder(orderId)).paymentStatus).toBe("Refunding");
  await say("payments", orderId, { "by-hand": "UPI 100" });
  expect((await readOrder(orderId)).paymentStatus).toBe("Refunded");
});

test("a dispatched order that was paid directly to the shop can only be refunded by the owner's own transfer", async () => {
  const { orderId } = await takePhoneOrder(context);
  await say("orders paid", orderId, upi);
  await say("orders dispatch", orderId, { courier: "Delhivery", number: "77" });
  const refund = { line: "acacia-bowl:1", reason: "a crack" };
  await expect(say("orders refund", orderId, refund)).rejects.toThrow("was paid by UPI to the shop, so");
  await say("orders refund", orderId, { ...refund, "by-hand": "UPI 99" });
  expect((await readOrder(orderId)).refundAmount).toBe(289_932);
});

test("if the parcel of an order that was paid directly to the shop is lost, its refund waits for the owner's transfer", async () => {
  const { orderId } = await takePhoneOrder(context);
  await say("orders paid", orderId, upi);
  await say("orders dispatch", orderId, { courier: "Delhivery", number: "77" });
  await say("orders refund", orderId, { lost: "on", reason: "Delhivery cannot find it" });
  expect(await readOrder(orderId)).toMatchObject({ paymentStatus: "Refunding", refundAmount: 579_864 });
  await say("payments", orderId, { "by-hand": "UPI 99" });
  expect((await readOrder(orderId)).paymentStatus).toBe("Refunded");
});

test("an order by phone needs no last name and no e-mail address, and a missing e-mail address causes no failed e-mail", async () => {
  const { orderId, accountId } = await takePhoneOrder(context, { email: "", name: "Lakshmi" });
  const order = await readOrder(orderId);
  expect(order.contact).toEqual({ firstName: "Lakshmi", lastName: ".", email: "" });
  await say("orders paid", orderId, upi);
  await expect(say("orders cancel", orderId, { reason: "x" }, false)).rejects.toThrow(
    `Cancel ${orderId} of Lakshmi, without an e-mail address? This cannot be undone.`,
  );
  const again = await takePhoneOrder(context, { email: "", name: "Lakshmi", line: "acacia-bowl:1" });
  expect(again.accountId).toBe(accountId);
  const [owner] = await context.db.select().from(account);
  expect(owner?.email).toBe("9876543210@phone.invalid");
  expect((await listOwnOrders(context, accountId)).map((each) => each.userId.lastName)).toEqual([".", "."]);
  const { rows } = await context.database.pool.query(
    "select last_error from outbox where last_error is not null",
  );
  expect(rows).toEqual([]);
});

test("a phone order without the customer's e-mail address needs an e-mail address for the company's invoice", async () => {
  const company = { company: "Rao & Sons", "company-address": "1 MG Road, Pune", gstin: "27AAPFU0939F1ZV" };
  const options = { email: "", ...company };
  await expect(takePhoneOrder(context, options)).rejects.toThrow(
    "Please enter the e-mail address for the company's invoice.",
  );
});

test("an order by phone above the online limit has no pay link and is paid by bank transfer", async () => {
  const options = { ...phoneOrder, email: "banquet@example.com", line: "table:9" };
  await expect(runTyped("orders take", {}, options, false)).rejects.toThrow(
    "More than ₹5,00,000.00 cannot be paid online in one payment, so there is no link to pay. Agree with the customer on a bank transfer.",
  );
  const taken = await runTyped("orders take", {}, options);
  const { orderId } = taken.data as { orderId: string };
  expect(JSON.stringify(taken)).not.toContain("/pay-order");
  expect(taken.message).toContain("When the money has arrived, record the payment with the order.");
  const mail = await findNewestMail(context.config, options.email);
  expect(mail?.text).toContain("pay by bank transfer");
  expect(mail?.text).not.toContain("/pay-order");
  expect(await say("orders show", orderId)).toMatchObject({
    facts: { "To pay": "by bank transfer" },
    data: { paymentLink: null },
  });
  context.clock.advance(13 * HOUR);
  expect(await checkPayments(context)).toMatchObject([
    { about: orderId, remedy: "Record the payment when you have the money" },
  ]);
  await say("orders paid", orderId, { by: "bank", reference: "UTR 4711" });
  expect(await readOrder(orderId)).toMatchObject({
    status: "Processing",
    paymentMethod: "bank transfer to the shop",
  });
});
