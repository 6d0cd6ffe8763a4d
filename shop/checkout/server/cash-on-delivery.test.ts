import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  findOrderCommand,
  phoneOrder,
  phoneOrderSecrets,
  runTyped as say,
} from "../../../tests/support/bought-order.ts";
import { signInAgain, signInCustomer } from "../../../tests/support/customer.ts";
import { makeFolder } from "../../../tests/support/folder.ts";
import { expectConsistentLedger, readStock } from "../../../tests/support/ledger.ts";
import { setRules } from "../../../tests/support/products.ts";
import { shippingAddress } from "../../../tests/support/samples.ts";
import { api, asha, context, readRows, setUpPage, setUpSignedIn } from "../../../tests/support/test-shop.ts";
import { DAY, HOUR, MINUTE } from "#contract/time.ts";
import { ConfirmationRequired } from "#platform/operator/command.ts";
import { defineSubscriber } from "#platform/outbox/subscriber.ts";
import { listSeriesErrors } from "#shop/documents/server/invoices.ts";
import { cashOrderPlaced, orderPaid, orderPlaced, orderRefunded } from "#shop/orders/events.ts";
import { describeNextStep } from "#shop/orders/progress.ts";
import type { AnsweredOrder } from "#shop/orders/order.ts";
import { findDeletionRefusal } from "#shop/orders/server/anonymise-orders.ts";
import { confirmCashOrder } from "#shop/orders/server/cash-orders.ts";
import { recordCancellationRequest } from "#shop/orders/server/cancellations.ts";
import { findOwnOrder, findOrderMailData } from "#shop/orders/server/serialize-order.ts";
import { exportOrders } from "#shop/orders/server/export-orders.ts";
import { exportPayments } from "#shop/payments/server/export-payments.ts";
import { checkPayments } from "#shop/payments/server/check-payments.ts";
import { watchPayments } from "#shop/payments/server/watch-payments.ts";
import { serveOrderPayment } from "#shop/orders/server/payment-page.ts";
import { createExportCommand } from "#platform/operator/export-csv.ts";

let publishedEvents: string[] = [];
setUpSignedIn({
  goods: [
    { id: "bowl", title: "Acacia Bowl", price: 89_900, onHand: 40 },
    { id: "tray", title: "Teak Tray", price: 249_900, onHand: 40 },
  ],
  subscribers: [
    defineSubscriber(orderPlaced, "test.placed", async () => {}),
    defineSubscriber(cashOrderPlaced, "test.cash-placed", async () => {}),
    defineSubscriber(orderPaid, "test.paid", async () => void publishedEvents.push("confirmed")),
    defineSubscriber(orderRefunded, "test.refunded", async (_context, { creditNote }) => {
      publishedEvents.push(`refunded ${creditNote}`);
    }),
  ],
});

const open = setUpPage(serveOrderPayment);
beforeEach(async () => {
  await setRules(context, { cashOnDelivery: { upTo: 5_000, notPins: ["56"] } });
  publishedEvents = [];
});
afterEach(async () => {
  await context.settle();
  await expectConsistentLedger(context);
  expect(await listSeriesErrors(context.db)).toEqual([]);
});

const bowls = (quantity: number) => [{ productId: "bowl", quantity }];

const post = (more: object = {}, as = asha) =>
  api.as(as).post("/api/orders", { items: bowls(2), shippingAddress, payInCash: true, ...more });

async function place(more: object = {}, as = asha): Promise<AnsweredOrder> {
  const { status, body } = await post(more, as);
  expect(status, body.message).toBe(200);
  return body["order"] as AnsweredOrder;
}

const read = async (orderId: string): Promise<AnsweredOrder> => {
  const order = await findOwnOrder(context, asha.accountId, orderId);
  if (!order) throw new Error("no order");
  return order;
};

const readStatus = async (orderId: string) => {
  const { orderStatus, paymentStatus } = await read(orderId);
  return `${orderStatus}/${paymentStatus}`;
};

const readLink = async (orderId: string) => (await findOrderMailData(context, orderId))?.paymentHref ?? "";

async function placeConfirmed(more: object = {}): Promise<string> {
  const { orderId } = await place(more);
  await confirmCashOrder(context, orderId);
  await context.settle();
  return orderId;
}

async function placeSent(more: object = {}): Promise<string> {
  const orderId = await placeConfirmed(more);
  await say("orders dispatch", { orderId }, { courier: "Delhivery", number: orderId });
  return orderId;
}

test("a cash order reserves its pieces, cannot be paid online, and can be confirmed within a day", async () => {
  const order = await place();
  expect(order).toMatchObject({
    orderStatus: "Pending",
    paymentStatus: "Pending",
    paymentMethod: "cash on delivery",
    cash: { confirmBy: "2026-11-21T09:00:00.000Z" },
  });
  expect(order).not.toHaveProperty("payableUntil");
  expect(await readStock(context, "bowl")).toEqual({ onHand: 40, reserved: 2 });
  expect(await api.as(asha).post("/api/payments/window", { orderId: order.orderId })).toMatchObject({
    status: 409,
    body: { message: "You pay for this order in cash when it arrives. There is nothing to pay now." },
  });
  expect((await say("orders pack")).message).toBe("There are no orders to pack.");
  await expect(
    say("orders dispatch", { orderId: order.orderId }, { courier: "Delhivery", number: "1" }),
  ).rejects.toThrow(`${order.orderId} is not confirmed by the customer yet, so do not send it.`);
});

test("placing an order publishes order.placed, and placing a cash order publishes order.cash-placed instead", async () => {
  const readTopics = async () =>
    (await readRows("outbox where topic like '%placed' order by topic")).map(({ topic }) => topic);
  await post({ payInCash: false });
  expect(await readTopics()).toEqual(["order.placed"]);
  await place();
  expect(await readTopics()).toEqual(["order.cash-placed", "order.placed"]);
});

test("a cash order that does not qualify for cash on delivery is refused with the reason and reserves nothing (§2.8)", async () => {
  expect(await post({ items: bowls(6) })).toMatchObject({
    status: 409,
    body: { code: "no_cash", message: expect.stringContaining("available up to ₹5000.00") },
  });
  expect((await post({ gift: { message: "" } })).body).toMatchObject({ code: "no_cash" });
  expect(await readStock(context, "bowl")).toEqual({ onHand: 40, reserved: 0 });
  await setRules(context, {});
  expect((await post()).body).toMatchObject({ code: "no_cash" });
  const { body } = await post({ payInCash: false });
  expect(body["order"]).not.toHaveProperty("cash");
  expect(body["order"]).not.toHaveProperty("promised");
});

test("a customer cannot move a cash order to a PIN code without cash on delivery", async () => {
  const { orderId } = await place();
  const { country: _, ...deliverTo } = shippingAddress;
  const change = (zipCode: string, more: object = {}) =>
    api.as(asha).put(`/api/orders/${orderId}/delivery`, { ...deliverTo, zipCode, ...more });
  expect(await change("560001")).toMatchObject({ status: 409, body: { code: "no_cash" } });
  expect((await change("411002")).status).toBe(200);
  await setRules(context, { cashOnDelivery: { upTo: 5_000, notPins: ["411"] } });
  const phoneNumber = "9000000009";
  expect(await change("411002", { phoneNumber }), "the PIN is unchanged").toMatchObject({ status: 200 });
  expect(await change("411003")).toMatchObject({ status: 409, body: { code: "no_cash" } });
});

test("cash orders count as unpaid until the cash is collected, even if they are confirmed (T35)", async () => {
  await setRules(context, { cashOnDelivery: { upTo: 5_000 }, mostUnpaidOrders: 2 });
  const first = await placeSent();
  await place();
  expect(await post()).toMatchObject({ status: 409, body: { code: "too_many_unpaid" } });
  await say("orders deliver", { orderId: first });
  expect((await post()).status).toBe(200);
});

test("scarce pieces of a cash order are reserved for 15 minutes, an hour or a day, depending on the customer (T35)", async () => {
  const ravi = await signInCustomer(context, {}, { hasVerifiedMailbox: false });
  const placeScarce = async (as = asha) => (await place({ items: bowls(4) }, as)).cash;
  expect(await placeScarce(ravi), "unverified mailbox").toEqual({ confirmBy: "2026-11-20T09:15:00.000Z" });
  expect(await placeScarce()).toEqual({ confirmBy: "2026-11-20T10:00:00.000Z" });
  await say("orders deliver", { orderId: await placeSent() });
  expect(await placeScarce(), "paid before").toEqual({ confirmBy: "2026-11-21T09:00:00.000Z" });
});

test("the button on the page of the mailed link confirms a cash order once, and opening the page does not confirm it (T41)", async () => {
  const { orderId } = await place();
  const href = await readLink(orderId);
  const page = await open(href);
  for (const each of [orderId, "Confirm this order", "To pay in cash on delivery", "₹2022.64"])
    expect(page.html).toContain(each);
  for (const secret of [...phoneOrderSecrets, asha.email]) expect(page.html).not.toContain(secret);
  expect(page.html).not.toContain("Pay now");
  expect(await readStatus(orderId)).toBe("Pending/Pending");

  const both = await Promise.all([1, 2].map(() => open(href, { confirm: "yes" })));
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const done = await open(href);
  expect(done.html).toContain("Your order is confirmed.");
  expect(done.html).not.toContain("Confirm this order");
  await context.settle();
  expect(await read(orderId)).toMatchObject({
    orderStatus: "Processing",
    paymentStatus: "Pending",
    cash: {},
    invoiceNumber: "26-27/000001",
  });
  expect(publishedEvents).toEqual(["confirmed"]);
  expect((await say("orders pack")).message).toContain("₹2,022.64 to collect");
  // The order is confirmed, so the deadline for the confirmation no longer applies.
  context.clock.advance(100 * HOUR);
  await watchPayments(context);
  expect(await readStatus(orderId)).toBe("Processing/Pending");
  expect(await checkPayments(context)).toEqual([]);
});

test("a cash order that is not confirmed within a day expires and releases its stock", async () => {
  const { orderId } = await place();
  const href = await readLink(orderId);
  context.clock.advance(13 * HOUR);
  expect(await checkPayments(context)).toMatchObject([
    {
      about: orderId,
      what: expect.stringContaining("the customer has not confirmed this cash-on-delivery order"),
    },
  ]);
  context.clock.advance(11 * HOUR + MINUTE);
  await watchPayments(context);
  await context.settle();
  expect(await readStatus(orderId)).toBe("Cancelled/Expired");
  expect(await readStock(context, "bowl")).toEqual({ onHand: 40, reserved: 0 });
  const page = await open(href, { confirm: "yes" });
  expect(page.html).toContain(
    "This order was not confirmed in time, so it has expired and is cancelled. There is nothing to pay.",
  );
  expect(await readStatus(orderId)).toBe("Cancelled/Expired");
});

test("a cash order that is confirmed and expires at the same time ends either as confirmed or as expired", async () => {
  const { orderId } = await place();
  context.clock.advance(24 * HOUR + MINUTE);
  await Promise.all([watchPayments(context), confirmCashOrder(context, orderId)]);
  await context.settle();
  expect(["Processing/Pending", "Cancelled/Expired"]).toContain(await readStatus(orderId));
});

test("a cash order cannot be confirmed while a cancellation request is open", async () => {
  const { orderId } = await place();
  await recordCancellationRequest(context, asha.accountId, orderId, { reasons: [], comments: "" });
  expect((await open(await readLink(orderId))).html).not.toContain("Confirm this order");
  await confirmCashOrder(context, orderId);
  expect(await readStatus(orderId)).toBe("Pending/Pending");
  await say("orders cancel --decline", { orderId }, { words: "It is packed." });
  await expect(say("orders confirm", { orderId }, {}, false)).rejects.toThrow(
    `Confirm ${orderId} for the customer, who pays ₹2,022.64 in cash on delivery?`,
  );
  await say("orders confirm", { orderId });
  expect(await readStatus(orderId)).toBe("Processing/Pending");
});

test("a cash order by phone gets a link to confirm instead of a link to pay", async () => {
  const options = { ...phoneOrder, line: "bowl:1", cash: "on" };
  await expect(say("orders take", {}, options, false)).rejects.toThrow(
    /: ₹961\.82, cash on delivery; to be confirmed within 24 hours/,
  );
  const taken = await say("orders take", {}, options);
  expect(taken.facts).toMatchObject({ "Link to confirm the order": expect.stringContaining("/pay-order#") });
  const { orderId } = taken.data as { orderId: string };
  expect((await say("orders show", { orderId })).data).toMatchObject({
    paymentLink: taken.facts?.["Link to confirm the order"],
  });
  await setRules(context, {});
  await expect(say("orders take", {}, options)).rejects.toThrow("Your shop does not offer cash on delivery.");
});

test("delivering a cash order updates order, payment and stock, and its refunds are made by hand", async () => {
  const orderId = await placeSent();
  expect(await read(orderId)).toMatchObject({ orderStatus: "Processing", paymentStatus: "Pending" });
  await say("orders deliver", { orderId });
  expect(await readStatus(orderId)).toBe("Delivered/Completed");
  expect(await readStock(context, "bowl")).toEqual({ onHand: 38, reserved: 0 });
  expect(await readRows("payment")).toMatchObject([
    { status: "Completed", provider: "cash", method: "cash", amount: "202264" },
  ]);

  const back = { line: "bowl:1", restock: "on", reason: "a crack" };
  await expect(say("orders refund", { orderId }, back)).rejects.toThrow("was paid in cash");
  await say("orders refund", { orderId }, { ...back, "by-hand": "UPI 428812345678" });
  expect(publishedEvents).toEqual(["confirmed", "refunded CN26-27/000001"]);
  expect(await read(orderId)).toMatchObject({ paymentStatus: "Refunded", refundAmount: 1011.32 });
  expect(describeNextStep(await read(orderId))).toContain("₹1,011.32 was sent back to you.");
  await say("orders refund", { orderId }, { reason: "the rest", "by-hand": "UPI 428812345679" });
  expect(await read(orderId)).toMatchObject({ paymentStatus: "Refunded", refundAmount: 2022.64 });
  expect(await readRows("refund order by provider_id")).toMatchObject([
    { status: "Processed", provider_id: "UPI 428812345678" },
    { status: "Processed", provider_id: "UPI 428812345679" },
  ]);
});

test("only one of ten concurrent manual refunds with the same reference is recorded", async () => {
  const orderId = await placeSent();
  await say("orders deliver", { orderId });
  const back = { amount: "10", reason: "a scratch" };
  const spellings = ["UPI 428812345678", "upi-4288 1234 5678"];
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, (_, at) =>
      say("orders refund", { orderId }, { ...back, "by-hand": spellings[at % 2] ?? "" }),
    ),
  );
  const refused = outcomes.filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(9);
  for (const { reason } of refused as PromiseRejectedResult[])
    expect(String(reason)).toMatch(
      /A refund of ₹10\.00 for TRV-\w+ with the reference "\S+ [\d ]+" is already recorded, so nothing was changed\./,
    );
  expect(await read(orderId)).toMatchObject({ refundAmount: 10 });
  await say("orders refund", { orderId }, { ...back, "by-hand": "UPI 428812345679" });
  expect(await read(orderId)).toMatchObject({ refundAmount: 20 });
});

test("the shipping fee of a cash order is collected and counts towards the limit for cash", async () => {
  const rules = { cashOnDelivery: { upTo: 2_100 }, shippingFee: 80 };
  await setRules(context, rules);
  expect(await post()).toMatchObject({ status: 409, body: { code: "no_cash" } });
  await setRules(context, { ...rules, cashOnDelivery: { upTo: 5_000 } });
  const { orderId, grandTotal, promised } = await place();
  expect(grandTotal).toBe(2117.04);
  expect(promised).toBeUndefined();
  await confirmCashOrder(context, orderId);
  expect((await say("orders pack")).message).toContain("₹2,117.04 to collect");
});

test("a courier's list of collected cash settles each order once, and reports rows that do not match", async () => {
  const [one, other, waits] = [await placeSent(), await placeSent(), await placeSent()];
  for (const orderId of [one, other]) await say("orders deliver", { orderId });
  const { orderId: online } = await place({ items: bowls(1), payInCash: false });
  const folder = await makeFolder();
  const settle = async (rows: string[], { as = "UTR 1", confirmed = true } = {}) => {
    await writeFile(
      path.join(folder, "paid.csv"),
      ["Order ID,AWB Code,COD Payable Amount", ...rows].join("\n"),
    );
    const options = { from: "paid.csv", as };
    return findOrderCommand("orders settle").run(context, { args: {}, options, folder, confirmed });
  };
  const collected = `${one},1,"2,022.64"`;
  await expect(
    settle([collected, `${other},2,2000.00`, `${waits},3,2022.64`, "TRV-NONE00,4,5", collected]),
  ).rejects.toThrow(
    [
      "No payment was recorded, because 4 rows of paid.csv have errors:",
      `row 3: ₹2,022.64 of ${other} was collected, but the list has ₹2,000.00. Ask the courier. If the amount is right, record this order separately with its amount`,
      `row 4: ${waits} has not been delivered yet. If it has arrived, mark it as delivered first`,
      "row 5: there is no order “TRV-NONE00” (column “Order ID”)",
      `row 6: ${one} is in the list twice`,
    ].join("\n"),
  );
  const good = [`${one},1,"₹2,022.64"`, `${online},5,0`];
  await expect(settle(good, { confirmed: false })).rejects.toThrow(
    "Record that the courier has paid you ₹2,022.64 for 1 order, with the reference UTR 1?",
  );
  expect(await readRows("payment where settled_at is not null")).toEqual([]);
  expect((await settle(good)).message).toBe(
    "1 order recorded as paid, ₹2,022.64 in total. Compare this sum with your bank statement. 1 row skipped, because the order was paid online. " +
      `1 delivered order with ₹2,022.64 in cash is not in this list: ${other}.`,
  );
  expect((await settle(good)).message).toContain("1 order already recorded.");
  await expect(settle(good, { as: "UTR 2" })).rejects.toThrow(
    `a payment of ₹2,022.64 for ${one} is already recorded, with the reference UTR 1`,
  );
  expect(await readRows("payment where settled_at is not null")).toMatchObject([
    { order_id: one, settled_amount: "202264", settled_as: "UTR 1" },
  ]);
});

test("before a courier's list of collected cash is recorded, the owner sees the difference from the transfer, and the delivered orders that are missing in the list", async () => {
  const [one, other, waits] = [await placeSent(), await placeSent(), await placeSent()];
  for (const orderId of [one, other]) await say("orders deliver", { orderId });
  const folder = await makeFolder();
  // India Post collects whole rupees, and its list has no order numbers.
  const lines = [
    "Report of COD payments,,",
    "",
    "Sl No,Article Number,COD Value",
    `1,${one},2023/-`,
    "Total,,2023",
  ];
  await writeFile(path.join(folder, "paid.csv"), lines.join("\n"));
  const settle = (amount: string, confirmed: boolean) =>
    findOrderCommand("orders settle").run(context, {
      args: {},
      options: { from: "paid.csv", as: "UTR 1", amount },
      folder,
      confirmed,
    });
  const asked = await settle("1523", false).catch((cause: unknown) => cause as ConfirmationRequired);
  expect(asked).toMatchObject({
    message:
      "Record that the courier has paid you ₹2,023.00 for 1 order, with the reference UTR 1?\nThe transfer of ₹1,523.00 is ₹500.00 less than the list (₹2,023.00). Ask the courier why, for example about its fees.\n" +
      `1 delivered order with ₹2,022.64 in cash is not in this list: ${other}.`,
    details: {
      columns: ["Order", "Customer", "Collected", "In the list", "What happens"],
      rows: [
        [one, "Asha Patel, Pune", "₹2,022.64", "₹2,023.00", "Recorded as paid"],
        [
          other,
          "Asha Patel, Pune",
          "₹2,022.64",
          "",
          expect.stringMatching(/^Not in the list, delivered on /),
        ],
      ],
    },
  });
  expect((await settle("2023", true)).message).toContain("The transfer of ₹2,023.00 is the sum of the list.");
  expect((await say("orders show", { orderId: one })).facts).toMatchObject({
    "Paid by the courier": expect.stringContaining("₹2,023.00 as UTR 1"),
  });
  await expect(say("orders settle", { orderId: waits }, { as: "UTR 2" })).rejects.toThrow(
    "not been delivered",
  );
  await expect(
    say("orders settle", { orderId: other }, { as: "UTR 2", amount: "2023" }, false),
  ).rejects.toThrow(
    /^Record that the courier has paid you ₹2,023\.00 for TRV-\w+, with the reference UTR 2\?$/,
  );
});

test("an order in a faulty row of a courier's list of collected cash is not reported as missing, and its amount counts in the sum", async () => {
  const [one, other] = [await placeSent(), await placeSent()];
  for (const orderId of [one, other]) await say("orders deliver", { orderId });
  const folder = await makeFolder();
  const rows = [`${one},2022.64`, `${other},1000`, "TRV-NOPE00,500"];
  await writeFile(path.join(folder, "paid.csv"), ["Order,COD Value", ...rows].join("\n"));
  const options = { from: "paid.csv", as: "UTR 1", amount: "3522.64", "skip-faulty": "on" };
  await expect(
    findOrderCommand("orders settle").run(context, { args: {}, options, folder, confirmed: false }),
  ).rejects.toThrow(
    /^3 rows: 1 new, 2 with errors \(skipped\)\.\n.* for 1 order, with the reference UTR 1\?\nThe transfer of ₹3,522\.64 is the sum of the list\.$/,
  );
});

test("the payment check and `orders list --action` report cash that a courier owes until the owner records a payment, even a payment below the owed amount", async () => {
  const orderId = await placeSent();
  await say("orders deliver", { orderId });
  context.clock.advance(15 * DAY);
  const listLate = async () =>
    (await checkPayments(context)).filter(({ what }) => what.includes("has not paid it to you"));
  expect(await listLate()).toMatchObject([{ about: orderId }]);
  const settle = (as: string, amount: string, yes?: boolean) =>
    say("orders settle", { orderId }, { as, amount }, yes);
  const listToSettle = async () => (await say("orders list", {}, { action: "orders settle" })).data;
  expect(await listToSettle()).toMatchObject([{ orderId }]);
  await expect(settle("UTR 3", "2022.65")).rejects.toThrow("so the courier cannot have paid");
  await expect(settle("UTR 3", "2000", false)).rejects.toThrow(
    `₹2,000.00 for ${orderId}, with the reference UTR 3? ₹22.64 of the cash collected is missing.`,
  );
  await settle("UTR 3", "2000");
  await expect(settle("UTR 4", "2022", false)).rejects.toThrow(
    `A payment of ₹2,000.00 with the reference UTR 3 is already recorded. Record that the courier has paid you ₹2,022.00`,
  );
  expect([await listLate(), await listToSettle()]).toEqual([[], []]);
  expect((await say("orders show", { orderId })).facts).toMatchObject({
    "Paid by the courier": expect.stringContaining("₹2,000.00 as UTR 3"),
  });
  const { orderId: online } = await place({ payInCash: false }, await signInAgain({ context }, asha));
  await expect(say("orders settle", { orderId: online }, { as: "UTR 4" })).rejects.toThrow(
    "was not paid in cash on delivery, so there is no payment from the courier to record",
  );
});

async function exportLines(orderId: string) {
  const folder = await makeFolder();
  const lines = [];
  for (const list of [exportOrders, exportPayments]) {
    const args = { what: list.name, file: `${list.name}.csv` };
    await createExportCommand([list]).run(context, { args, options: {}, folder });
    const text = await readFile(path.join(folder, args.file), "utf8");
    lines.push(text.split("\n").find((line) => line.includes(orderId)));
  }
  return lines;
}

test("a cash order is shipped in one parcel, and no part of it can be cancelled", async () => {
  const orderId = await placeConfirmed();
  const part = { line: "bowl:1", courier: "Delhivery", number: "1" };
  await expect(say("orders dispatch", { orderId }, part)).rejects.toThrow(
    "all its pieces must be sent in one parcel",
  );
  await expect(say("orders cancel", { orderId }, { line: "bowl:1", reason: "cracked" })).rejects.toThrow(
    "its label shows the whole amount",
  );
  expect(await readStatus(orderId)).toBe("Processing/Pending");
});

test("a cash order refused at the door is cancelled, restocked and credited in full", async () => {
  const orderId = await placeSent();
  await expect(say("orders cancel", { orderId }, { reason: "x" })).rejects.toThrow(
    "If the customer refused the parcel, mark it as refused at the door.",
  );
  const refused = (yes: boolean) =>
    say("orders cancel", { orderId }, { refused: "on", reason: "nobody there" }, yes);
  await expect(refused(false)).rejects.toThrow(ConfirmationRequired);
  expect(await readStatus(orderId)).toBe("Processing/Pending");
  await refused(true);
  expect(await readStatus(orderId)).toBe("Cancelled/Expired");
  expect(await readStock(context, "bowl")).toEqual({ onHand: 40, reserved: 0 });
  const order = await read(orderId);
  expect(order.creditNotes).toMatchObject([{ number: "CN26-27/000001" }]);
  expect(describeNextStep(order)).toBe(
    "Your parcel came back to us, so this order was cancelled. Nothing was charged.",
  );
  await expect(refused(true)).rejects.toThrow("is cancelled already");
  for (const line of await exportLines(orderId)) expect(line).toContain(",Not collected,");
  // The report contains both invoices in the month of their issue (CGST Act, section 31), and the credit note that
  // reverses one of them.
  await placeConfirmed({ items: bowls(1) });
  const { data } = await say("report gstr1", {}, { month: "2026-11" });
  expect((data as { gstr1: { b2cs: unknown } }).gstr1.b2cs).toMatchObject([{ txval: 899, iamt: 161.82 }]);
});

test("a cash order cancelled before dispatch gets a credit note and no refund", async () => {
  const mine = await placeConfirmed();
  await say("orders cancel", { orderId: mine }, { reason: "the last one cracked" });
  const theirs = await placeConfirmed();
  await recordCancellationRequest(context, asha.accountId, theirs, { reasons: [], comments: "" });
  await expect(say("orders cancel --approve", { orderId: theirs }, { amount: "10" })).rejects.toThrow(
    "has no payment left to refund",
  );
  await say("orders cancel --approve", { orderId: theirs });
  for (const orderId of [mine, theirs]) {
    expect(await readStatus(orderId)).toBe("Cancelled/Expired");
    expect(await read(orderId)).toMatchObject({ creditNotes: [expect.anything()] });
    expect(await read(orderId)).not.toHaveProperty("refundAmount");
  }
  expect(await readStock(context, "bowl")).toEqual({ onHand: 40, reserved: 0 });
});

test("a lost cash order stays unpaid, unless its replacement is delivered", async () => {
  const lost = await placeSent();
  await say("orders refund", { orderId: lost }, { lost: "on", reason: "nowhere" });
  expect(await read(lost)).toMatchObject({
    orderStatus: "Processing",
    paymentStatus: "Expired",
    lostAt: expect.any(String),
    creditNotes: [expect.anything()],
  });
  const again = await placeSent();
  await say("orders replace", { orderId: again }, { lost: "on", reason: "nowhere" });
  expect((await say("orders pack")).message).toContain("₹2,022.64 to collect");
  await say("orders dispatch", { orderId: again }, { courier: "Delhivery", number: "2" });
  await say("orders deliver", { orderId: again });
  expect(await readStatus(again)).toBe("Delivered/Completed");
});

test("if the replacement of a paid cash order is lost, the message says that the owner must send the refund", async () => {
  const orderId = await placeSent();
  await say("orders deliver", { orderId });
  await say("orders replace", { orderId }, { line: "bowl:1", reason: "it cracked" });
  await say("orders dispatch", { orderId }, { courier: "Delhivery", number: "2" });
  expect((await say("orders refund", { orderId }, { lost: "on", reason: "nowhere" })).message).toBe(
    `Parcel 2 of ${orderId} was lost on the way. ₹1,011.32 is to be refunded to the customer. The order was paid in cash, so send the money yourself. Then choose 'Record your own transfer' for ${orderId} and enter the reference.`,
  );
  expect(await readStatus(orderId)).toBe("Delivered/Refunding");
  expect(describeNextStep(await read(orderId))).toContain("₹1,011.32 will be sent back to you.");
  await say("payments", { orderId }, { "by-hand": "UPI 99" });
  expect(describeNextStep(await read(orderId))).toContain("₹1,011.32 was sent back to you.");
});

test("a cash order is closed if its replacement is refused at the door, and the pieces that came back are in stock", async () => {
  const orderId = await placeSent();
  await say("orders replace", { orderId }, { lost: "on", reason: "nowhere" });
  await say("orders dispatch", { orderId }, { courier: "Delhivery", number: "2" });
  await say("orders cancel", { orderId }, { refused: "on", reason: "not at home" });
  expect(await readStatus(orderId)).toBe("Cancelled/Expired");
  expect(await readStock(context, "bowl")).toEqual({ onHand: 38, reserved: 0 });
  expect(await context.transact((tx) => findDeletionRefusal(tx, asha.accountId))).toBe(null);
});
