import { expect, onTestFinished, test } from "vitest";
import { HOUR, MINUTE } from "#contract/time.ts";
import { findNewestMail } from "#platform/mail/saved-mails.ts";
import { outbox } from "#platform/database/tables.ts";
import { runTypedIn } from "../../../tests/support/bought-order.ts";
import { signInCustomer } from "../../../tests/support/customer.ts";
import { openMailServer, readMailFiles } from "../../../tests/support/mails.ts";
import { setTexts } from "../../../tests/support/products.ts";
import { readAttachedPdf } from "../../../tests/support/read-pdf.ts";
import { shippingAddress } from "../../../tests/support/samples.ts";
import { api, buy, buyPaid, context, setUpShop, testShop } from "../../../tests/support/test-shop.ts";
import {
  recordCancellationRequest,
  approveCancellation,
  cancelOrder,
  declineCancellation,
  expireOrder,
} from "#shop/orders/server/cancellations.ts";
import { dispatchParcel } from "#shop/parcels/server/dispatch-order.ts";
import { payOrder } from "#shop/orders/server/payment-events.ts";
import { confirmCashOrder } from "#shop/orders/server/cash-orders.ts";
import { refundOrder } from "#shop/orders/server/refunds.ts";
import { deliverOrder } from "../../orders/server/order-parcels.ts";

setUpShop({
  mails: "with invoices",
  goods: [
    { id: "bowl", title: "Acacia <b>Bowl</b>", price: 249_900, onHand: 3 },
    { id: "spoon", price: 5_000 },
  ],
});
type BoughtOrder = Awaited<ReturnType<typeof buy>>;

/** Advances the clock and waits for all mails of the published events, including delayed ones. */
async function advance(ms = 5 * MINUTE): Promise<void> {
  await context.settle();
  context.clock.advance(ms);
  await context.settle();
}

const readMails = () => readMailFiles(context);
const getSubject = (whole: string): string => /^Subject: (.*)$/m.exec(whole)?.[1] ?? "";

const listSubjects = (): string[] =>
  readMails()
    .map((whole) => getSubject(whole).replace(/TRV-\w+/, "TRV"))
    .toSorted();

const readLast = async () => (await findNewestMail(context.config))?.text ?? "";
const readAttached = (subject: RegExp): Promise<string> =>
  readAttachedPdf(readMails().find((mail) => subject.test(getSubject(mail))) ?? "");

async function buyBowl(more?: Parameters<typeof buy>[2]): Promise<BoughtOrder> {
  const bought = await buyPaid("bowl", more);
  await advance();
  return bought;
}
const ask = ({ customer, order }: BoughtOrder) =>
  recordCancellationRequest(context, customer.accountId, order.orderId, {
    reasons: ["Other"],
    comments: "Sorry <i>for</i> this",
  });
const runMail = (options: Record<string, string> = {}) => runTypedIn(context, "mail", {}, options);

test("a customer gets mails when an order is paid (with the invoice), dispatched and delivered (§2.14, D67)", async () => {
  const bought = await buyBowl();
  const { orderId } = bought.order;
  expect(listSubjects()).toEqual(["Order TRV is confirmed"]);
  const paid = await findNewestMail(context.config);
  expect(paid?.to).toBe(bought.customer.email);
  for (const fact of ["₹2,849.82", "26-27/000001", `/order-details/${orderId}`, "Acacia <b>Bowl</b>"])
    expect(paid?.text).toContain(fact);
  expect(await readAttached(/^Order TRV-\w+ is confirmed/)).toContain("Tax Invoice 26-27/000001");

  await dispatchParcel(context, orderId, { courier: "Delhivery", number: "1" });
  await dispatchParcel(context, orderId, { courier: "Delhivery", number: "12345" });
  await advance();
  expect(await readLast()).toContain("Tracking number: 12345");
  await deliverOrder(context, orderId, { inPerson: true });
  await advance();
  const arrived = await findNewestMail(context.config);
  expect(arrived?.text).toContain("Tell us how you like it: http");
  expect(arrived?.text).toContain(`/order-details/${orderId}#review`);
  expect(listSubjects()).toEqual([
    "Order TRV has arrived",
    "Order TRV is confirmed",
    "Order TRV is on its way",
  ]);
  await refundOrder(context, orderId, { amountPaise: 100_000, reason: "cracked" });
  await advance();
  expect(await readAttached(/on its way back/)).toContain("Corrects invoice 26-27/000001");
  expect(await readLast()).toContain("We have sent ₹1,000.00 back for your order.");
});

test("the mail about a gift greets the buyer, and its invoice has the recipient under 'Ship to' only (§2.15, D61, D120)", async () => {
  const contact = { firstName: "Ravi", lastName: "Nair", email: "asha@example.com" };
  await buyBowl({ contact, gift: { message: "" } });
  const mail = await readLast();
  expect(mail).toContain("Asha,");
  expect(mail).not.toContain("Ravi,");
  const paper = await readAttached(/is confirmed/);
  expect(paper).toMatch(/Bill to.*Asha Patel/);
  expect(paper.match(/Ravi Nair/g)).toHaveLength(1);
});

test("for an unpaid order, the customer gets a request to pay, a notice that it expired, and a confirmation if it is paid late", async () => {
  const bought = await buy(testShop, "bowl");
  await advance();
  expect(listSubjects()).toEqual(["Order TRV: your pieces are set aside"]);
  expect(await readLast()).toContain("until 20 Nov 2026 at 3:30 pm");
  context.clock.advance(HOUR);
  await context.transact((tx) => expireOrder(context, tx, bought.order.orderId));
  await advance();
  await context.transact((tx) => payOrder(context, tx, bought.order.orderId, "upi"));
  await advance();
  expect(await readLast()).toContain("It arrived after the deadline");
  expect(listSubjects()).toEqual([
    "Order TRV is confirmed",
    "Order TRV was not paid in time",
    "Order TRV: your pieces are set aside",
  ]);
});

test("the customer gets three mails about an approved cancellation: received, cancelled and refunded (D68, D92)", async () => {
  const bought = await buyBowl();
  await ask(bought);
  await advance();
  expect(await readLast()).toContain("> Sorry <i>for</i> this");
  await approveCancellation(context, bought.order.orderId, 100_000);
  await advance();
  expect(listSubjects()).toEqual([
    "Order TRV is cancelled, as you asked",
    "Order TRV is confirmed",
    "We've received your request to cancel order TRV",
    "₹1,000.00 is on its way back to you",
  ]);
  const refunded = readMails().find((whole) => getSubject(whole).startsWith("₹1,000.00"));
  expect(refunded).toContain("Credit note: CN26-27/000001");
});

test("the mail about a declined cancellation contains the owner's text (D68, D92)", async () => {
  const bought = await buyBowl();
  await ask(bought);
  await declineCancellation(context, bought.order.orderId, "It was packed this morning.");
  await advance();
  // The shop mailed the decision first, so it no longer mails a confirmation of the request.
  expect(listSubjects()).toEqual(["Order TRV could not be cancelled", "Order TRV is confirmed"]);
  expect(await readLast()).toContain("> It was packed this morning.");
});

test("the customer gets one mail when an unpaid order is cancelled, by the customer or by the shop (D68, D92)", async () => {
  const requested = await buy(testShop, "bowl");
  await ask(requested);
  await approveCancellation(context, requested.order.orderId);
  await advance();
  expect(listSubjects()).toEqual(["Order TRV is cancelled, as you asked"]);
  const other = await buy(testShop, "bowl");
  await cancelOrder(context, other.order.orderId, "no stock");
  await advance();
  expect(listSubjects()).toEqual(["Order TRV is cancelled", "Order TRV is cancelled, as you asked"]);
  expect(await readLast()).toContain("Your order was never paid, so nothing was charged.");
});

test("the customer gets one mail about an order with nothing to pay, even if its event is handled again after a crash", async () => {
  await buy(testShop, "spoon");
  await advance();
  const mails = readMails();
  expect(listSubjects()).toEqual(["Order TRV is confirmed"]);
  expect(await readLast()).toContain("There was nothing to pay");
  await context.db.update(outbox).set({ doneAt: null, runAt: context.now() });
  await advance();
  expect(readMails()).toEqual(mails);
});

test("a retried mail keeps its Message-ID, and an unknown recipient does not delay other mails", async () => {
  const server = await openMailServer();
  context.config.smtpUrl = `smtp://127.0.0.1:${server.port}`;
  onTestFinished(async () => {
    context.config.smtpUrl = undefined;
    await server.close();
  });
  const gone = await buy(testShop, "spoon");
  server.refusals.set(gone.customer.email, "550 no such mailbox");
  const asha = await buy(testShop, "spoon");
  await advance();
  await context.db.update(outbox).set({ doneAt: null, runAt: context.now() });
  await advance();
  const ids = server.heard.filter((line) => line.startsWith("Message-ID:"));
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
  const requested = server.heard.filter((line) => line.startsWith("RCPT TO:"));
  expect(requested.filter((line) => line.includes(asha.customer.email))).toHaveLength(2);
  expect(requested.filter((line) => line.includes(gone.customer.email))).toHaveLength(1);

  expect((await runMail()).rows).toMatchObject([
    [expect.any(String), "order-paid", gone.order.orderId, expect.any(String), 1, "never", /550/],
  ]);
  server.refusals.clear();
  expect((await runMail({ retry: "all" })).message).toBe("1 e-mail will be sent again now.");
  await advance();
  expect((await runMail()).rows).toEqual([]);
  await expect(runMail({ retry: "nothing" })).rejects.toThrow('no waiting e-mail "nothing"');
});

test("a mail with the owner's text contains the values of the order, and all other parts of the mail stay", async () => {
  await setTexts(context, {
    "mails/order-paid":
      "# {{order}}: thank you from {{shop}}\n\n## start packing right away\n\nYour {{paid}} are here.\n\nThere by {{tracking-number}}.\n\nYou have {{cancellation-window}}.\n",
  });
  await buyBowl();
  expect(listSubjects()).toEqual(["TRV: thank you from Taruva"]);
  const text = await readLast();
  expect(text).toContain("start packing right away");
  expect(text).toMatch(/Your ₹[\d,.]+ are here\./);
  expect(text).toContain("You have 24 hours.");
  expect(text).toContain("Your order and invoice");
  expect(text).not.toMatch(/There by|\{\{/);
});

test("a test e-mail has the owner's text and is marked as a sample", async () => {
  await setTexts(context, { "mails/order-paid": "# Paid: {{order}}\n\nWe have your money.\n" });
  const { message } = await runTypedIn(context, "mail", { kind: "order-paid" }, { test: "on" });
  expect(message).toContain("test e-mail to");
  expect(readMails().map(getSubject)).toEqual(["[Sample] Paid: TRV-SAMPLE"]);
});

test("a cash order causes mails about paying in cash instead of the mail about a paid order", async () => {
  await setTexts(
    context,
    {
      "mails/order-paid": "# Paid\n\nWe have your money.\n",
      "mails/order-confirmed": "# See you at the door\n\nHave {{to-pay-in-cash}} ready.\n",
      "mails/order-unconfirmed": "# Not confirmed\n\n{{order}} is over.\n",
    },
    { cashOnDelivery: { upTo: 9_000 } },
  );
  const customer = await signInCustomer(context);
  const place = async () => {
    const items = [{ productId: "bowl", quantity: 1 }];
    const { body } = await api.as(customer).post("/api/orders", { items, shippingAddress, payInCash: true });
    return (body["order"] as { orderId: string }).orderId;
  };
  const forgotten = await place();
  await context.transact((tx) => expireOrder(context, tx, forgotten));
  await confirmCashOrder(context, await place());
  await advance();
  const subjects = listSubjects();
  for (const subject of ["See you at the door", "Not confirmed"]) expect(subjects).toContain(subject);
  expect(subjects).not.toContain("Paid");
  const confirmed = readMails().find((whole) => getSubject(whole) === "See you at the door") ?? "";
  expect(confirmed).toMatch(/Have ₹2,849\.82 ready\./);
});
