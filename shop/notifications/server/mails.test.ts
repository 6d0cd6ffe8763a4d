import { expect, test } from "vitest";
import { sampleSeller } from "../../../tests/support/samples.ts";
import { writeContactMail } from "./mails/contact-message.ts";
import { listMailFields } from "./mail.ts";
import { isOrderMail, writeOrderMail, mailKinds, writeSampleMail } from "./mail-list.ts";
import { writeOrderToPackMail } from "./mails/owner-order-paid.ts";
import { describeOrder } from "./order-mail.ts";
import { createSample, createSampleMailData, createSampleReturn, sampleTracking } from "./samples.ts";
import type { Order } from "#shop/orders/order.ts";
import { mailFields } from "#shop/texts/mail-fields.ts";

const now = new Date("2026-11-20T09:00:00.000Z");
const facts = { products: [], seller: null, now };

const awaitEach = (kind: string): string => JSON.stringify(writeSampleMail(kind, facts));

test("the mail about an accepted return has the seller's address, the last day to send the pieces, and who pays for the shipping", () => {
  const seller = { ...sampleSeller, socialLinks: [], taxRates: { cgst: 9, sgst: 9 } };
  const mail = JSON.stringify(writeSampleMail("return-accepted", { products: [], seller, now }));
  for (const words of [
    "12 Ring Road, Surat, Gujarat 395002, India",
    "27 Nov 2026",
    "We pay the return shipping.",
  ])
    expect(mail).toContain(words);
  expect(awaitEach("return-accepted")).toContain("We'll e-mail you the address.");
});

test.each<[string, string[]]>([
  ["order-placed", ["20 Nov 2026 at 3:30 pm", "₹2,022.64", "Acacia Everyday Bowl", "/order-details/"]],
  ["order-taken", ["20 Nov 2026 at 3:30 pm", "Pay ₹2,022.64", "/pay-order#", "don't need to log in"]],
  [
    "order-to-confirm",
    [
      "confirm order TRV-SAMPLE by 20 Nov 2026 at 3:30 pm",
      "₹2,022.64 in cash",
      "/pay-order#",
      "don't need to log in",
    ],
  ],
  ["order-paid", ["₹2,022.64", "26-27/000000", "Tue 1 – Mon 7 Dec", "14 Lake View Road", "at 12:30 pm"]],
  [
    "order-confirmed",
    ["You pay ₹2,022.64 in cash when your parcel arrives", "26-27/000000", "Tue 1 – Mon 7 Dec"],
  ],
  ["order-corrected", ["14 Lake View Road", "26-27/000000 does not change", "Reply to this e-mail"]],
  [
    "order-reinvoiced",
    ["made out to Lake Café LLP, GSTIN 27AAPFU0939F1ZV", "26-27/000000, which is cancelled"],
  ],
  ["order-dispatched", ["Delhivery", "1234567890", "https://www.delhivery.com/", "Mon 7 Dec"]],
  ["parcel-dispatched", ["parcel 2 is on its way", "1234567891", "/track#"]],
  ["parcel-delivered", ["parcel 1 has arrived", "1 of 2 parcels has arrived", "within 24 hours"]],
  ["dispatch-undone", ["still in our workshop", "ignore the tracking number", "Mon 7 Dec"]],
  ["order-delivered", ["20 Nov 2026 at 2:30 pm", "within 24 hours", "return pieces", "until 27 Nov 2026"]],
  ["review-request", ["Acacia Everyday Bowl", "/review#", "need to log in", "We ask only once"]],
  ["order-expired", ["Nothing was charged", "Acacia Everyday Bowl"]],
  ["order-unconfirmed", ["was not confirmed in time", "There is nothing to pay", "Acacia Everyday Bowl"]],
  ["order-cancelled", ["refund you ₹2,022.64", "7–10 business days"]],
  ["order-refused", ["your parcel came back to us", "nothing to pay", "CN26-27/000000"]],
  [
    "order-replaced",
    ["we'll send you 1 × Acacia Everyday Bowl again", "free of charge", "14 Lake View Road"],
  ],
  ["parcel-lost-refunded", ["number 1234567890", "refund you ₹899.00 of the ₹2,022.64"]],
  ["parcel-lost-replaced", ["number 1234567890", "the same pieces again, free of charge"]],
  ["order-part-cancelled", ["1 × Acacia Everyday Bowl", "refund you ₹899.00 of the ₹2,022.64"]],
  [
    "order-pieces-cancelled",
    ["As you asked, we have cancelled 1 × Acacia Everyday Bowl", "refund you ₹899.00"],
  ],
  ["cancellation-received", ["will be solved in 24 hours", "Accidental order", "Sorry for the trouble!"]],
  ["cancellation-approved", ["refund you ₹2,022.64", "7–10 business days"]],
  ["cancellation-declined", ["Your bowl was packed this morning", "Mon 7 Dec"]],
  ["cancellation-reopened", ["open again", "your order is on hold"]],
  ["return-requested", ["1 × Acacia Everyday Bowl", "2–3 business days"]],
  ["return-accepted", ["by 27 Nov 2026", "in their packaging", "Return shipping", "We pay"]],
  ["return-refused", ["is the grain, not a crack", "Reply to this e-mail"]],
  ["return-received", ["7–10 business days"]],
  ["owner-return", ["1 × Acacia Everyday Bowl", "has a crack", "returns TRV-SAMPLE --accept"]],
  ["owner-address-changed", ["14 Lake View Road", "orders print TRV-SAMPLE"]],
  ["owner-pieces-cancelled", ["Asha has cancelled 1 × Acacia Everyday Bowl", "orders print TRV-SAMPLE"]],
  ["order-refunded-by-hand", ["by UPI or bank transfer", "UPI 428812345678", "CN26-27/000000"]],
  ["order-refunded", ["₹2,022.64", "CN26-27/000000", "7–10 business days", "CARD"]],
  ["welcome", ["Welcome to Taruva", "/products", "acacia, teak and mango wood"]],
  ["reset-code", ["012345", "10 minutes", "/forgot-password#email=asha%40example.com&code="]],
  ["password-changed", ["/forgot-password"]],
  ["back-in-stock", ["Acacia Everyday Bowl is back", "/product-info/", "/back-in-stock#", "not reserved"]],
  ["goods-held", ["Acacia Everyday Bowl", "3 orders of this product", "look at the unpaid orders"]],
  ["new-device", ["Chrome on Android", "203.0.113.x", "20 Nov 2026 at 2:30 pm", "/forgot-password"]],
  ["shared-login", ["curl", "203.0.113.x", "20 Nov 2026 at 2:30 pm", "/forgot-password"]],
  ["owner-order-paid", ["₹2,022.64", "Wed 25 Nov", "14 Lake View Road", "orders dispatch TRV-SAMPLE"]],
  [
    "owner-cancellation",
    ["21 Nov 2026 at 1:30 pm", "Accidental order", "orders cancel TRV-SAMPLE --approve"],
  ],
  ["owner-payment-trouble", ["₹2,022.64 failed", "Retry the refund"]],
  ["owner-dispute", ["bank disputes ₹2,022.64", "mark the entry as seen"]],
  ["owner-stock-low", ["Only 2 left: Acacia Everyday Bowl", "products set everyday-bowl --stock"]],
  ["owner-digest", ["2 things to do", "Dispatch the order by Wed 25 Nov", "Sold yesterday"]],
  [
    "message-answered",
    ["on both sides.", "Oil it now and then", "food-safe on both sides?", "Reply to this e-mail"],
  ],
  ["contact-message", ["asha@example.com", "food-safe on both sides?"]],
])("the mail %s contains its amounts, dates and links", (kind, expected) => {
  for (const fact of expected) expect(awaitEach(kind)).toContain(fact);
  expect(awaitEach(kind)).not.toMatch(/undefined|NaN|\[object|₹\d{4}/);
});

test("every mail about an order links to its tracking page", () => {
  const listKinds = (path: string) =>
    mailKinds.map(({ kind }) => kind).filter((kind) => awaitEach(kind).includes(path));
  expect(listKinds("/track#")).toEqual(mailKinds.map(({ kind }) => kind).filter(isOrderMail));
});

test.each([
  ["owner-order-paid", "/orders/TRV-SAMPLE"],
  ["owner-cancellation", "/orders/TRV-SAMPLE"],
  ["owner-return", "/orders/TRV-SAMPLE"],
  ["owner-address-changed", "/orders/TRV-SAMPLE"],
  ["owner-pieces-cancelled", "/orders/TRV-SAMPLE"],
  ["owner-payment-trouble", "/orders/TRV-SAMPLE"],
  ["owner-dispute", "/orders/TRV-SAMPLE"],
  ["owner-stock-low", "/products/everyday-bowl"],
  ["owner-digest", "/orders/TRV-SAMPLE"],
  ["contact-message", "/people/messages"],
])(
  "the mail %s links to its screen of the desk, or names a command if the desk has no URL (T40, T49, D119)",
  (kind, screen) => {
    const deskUrl = "https://desk.shop.example";
    expect(JSON.stringify(writeSampleMail(kind, { ...facts, deskUrl }))).toContain(`"${deskUrl}${screen}"`);
    expect(awaitEach(kind)).not.toContain("desk.shop");
    expect(awaitEach(kind)).toMatch(/npm run shop|payments/);
  },
);

test("a mail is not sent if the order has changed and the mail's text would be wrong", () => {
  const listKindsFor = (order: Parameters<typeof createSampleMailData>[1]) =>
    mailKinds
      .map(({ kind }) => kind)
      .filter(
        (kind) => isOrderMail(kind) && writeOrderMail(kind, createSampleMailData(facts, order)) !== null,
      );
  expect(listKindsFor({})).toEqual(["order-paid", "order-corrected", "dispatch-undone"]);
  expect(listKindsFor({ order: { orderStatus: "Pending", paymentStatus: "Failed" } })).toEqual([
    "order-placed",
    "order-corrected",
  ]);
  expect(listKindsFor({ order: { orderStatus: "Pending" }, paymentHref: "/pay-order#x" })).not.toContain(
    "order-taken",
  );
  expect(listKindsFor({ order: { orderStatus: "Delivered" } })).toEqual(["order-paid", "order-delivered"]);
  const parcels: Order["parcels"] = [{ position: 2, status: "Waiting", replaces: true, pieces: [] }];
  expect(listKindsFor({ order: { orderStatus: "Delivered", parcels } })).toContain("order-corrected");
  const expired = { orderStatus: "Cancelled", paymentStatus: "Expired" } as const;
  expect(listKindsFor({ order: expired, cancelledBecause: "unpaid" })).toEqual([
    "order-expired",
    "order-cancelled",
    "order-refused",
  ]);
  const late = { orderStatus: "Cancelled", paymentStatus: "Refunded" } as const;
  expect(listKindsFor({ order: late, cancelledBecause: "unpaid" })).toEqual(["order-refunded"]);
});

test("the mails about a cash order name the amount to pay in cash, and call this amount paid only after the delivery", () => {
  const write = (kind: string, order: Partial<Order>, more: object = {}) =>
    writeOrderMail(kind, createSampleMailData(facts, { order: { cash: {}, ...order }, ...more }));
  const due = { orderStatus: "Processing", paymentStatus: "Pending", grandTotal: 2022.64 };
  expect(JSON.stringify(write("order-paid", due))).toContain(
    "You pay ₹2,022.64 in cash when your parcel arrives.",
  );
  expect(JSON.stringify(write("order-paid", due))).not.toMatch(/received|Paid by/);
  expect(write("order-paid", { ...due, orderStatus: "Pending" })).toBeNull();
  const sent = write("order-dispatched", { ...due, tracking: sampleTracking });
  expect(sent?.facts).toContainEqual({ label: "To pay in cash", value: "₹2,022.64" });
  const arrived = write("order-delivered", { orderStatus: "Delivered" });
  expect(arrived?.facts).toContainEqual({ label: "Paid in cash", value: "₹2,022.64" });
  const over = { orderStatus: "Cancelled", paymentStatus: "Expired" };
  expect(
    write("order-cancelled", { ...over, expired: true }, { cancelledBecause: "unpaid" })?.subject,
  ).toContain("not confirmed in time");
  expect(JSON.stringify(write("order-cancelled", over, { cancelledBecause: "shop" }))).not.toMatch(
    /you paid|goes back/,
  );
  expect(
    JSON.stringify(
      writeOrderToPackMail(describeOrder(createSampleMailData(facts, { order: { ...due, cash: {} } }))),
    ),
  ).toContain("The courier collects ₹2,022.64");
});

test("the mail about a returned cash order explains the refund and asks where to send it", () => {
  const mailData = createSample(facts, (usual) => createSampleReturn(usual, "Received"));
  const write = (order: Partial<Order>) =>
    JSON.stringify(
      writeOrderMail("return-received", { ...mailData, order: { ...mailData.order, ...order } }),
    );
  const inCash = write({ cash: {} });
  expect(inCash).toContain("Refunds reach you in 7–10 business days, by UPI or bank transfer.");
  expect(inCash).toContain("Please reply to this e-mail with your UPI ID or bank account");
  expect(write({})).not.toMatch(/UPI|bank/);
});

test("the mail about a partial refund also names earlier refunds, and the mail about the refund of a late payment names no credit note (D68, D92)", () => {
  const order = { orderStatus: "Cancelled", paymentStatus: "Refunded" } as const;
  const { sold } = createSampleMailData(facts);
  const back = { order, sold: { ...sold, refundAmount: 100_000 }, refundPaise: 100_000 };
  const cancelled = writeOrderMail(
    "order-cancelled",
    createSampleMailData(facts, { ...back, cancelledBecause: "shop" }),
  );
  expect(cancelled?.paragraphs.join()).toContain("refund you ₹1,000.00 of the ₹2,022.64 you paid.");
  const rest = { ...back, refundPaise: 40_000, cancelledBecause: "shop" } as const;
  const second =
    writeOrderMail("order-cancelled", createSampleMailData(facts, rest))?.paragraphs.join() ?? "";
  expect(second).toContain("refund you ₹400.00 of the ₹2,022.64 you paid.");
  expect(second).toContain("₹600.00 was already refunded.");
  const mailData = createSampleMailData(facts, back);
  const { invoiceNumber: _, ...uninvoiced } = mailData.order;
  const refunded = writeOrderMail("order-refunded", { ...mailData, order: uninvoiced });
  expect(refunded?.paragraphs[0]).toContain("we could no longer fulfil the order");
  expect(refunded?.facts?.map(({ label }) => label)).not.toContain("Credit note");
});

test("the subject of a contact mail is one line even if the name has line breaks, and replies are not sent to an invalid address", () => {
  const written = { id: "1", name: "A\r\nBcc: b", email: "a@b", message: "", receivedAt: now };
  const mail = writeContactMail(written, { canReply: false });
  expect(mail.subject).toBe("Message from A Bcc: b");
  expect(mail.replyTo).toBeUndefined();
  expect(mail.quote?.text).toBe("The message box was left empty.");
});

test("every placeholder that the owner may use in a mail's text has a value in that mail", () => {
  for (const [kind, fields] of Object.entries(mailFields))
    expect(Object.keys(listMailFields(writeSampleMail(kind, facts))), kind).toEqual(
      expect.arrayContaining([...fields]),
    );
});
