import { beforeEach, expect, test } from "vitest";
import { HOUR, MINUTE } from "#contract/time.ts";
import { ConfirmationRequired, UsageError } from "#platform/operator/command.ts";
import { defineSubscriber } from "#platform/outbox/subscriber.ts";
import { watchPayments } from "#shop/payments/server/watch-payments.ts";
import { logInWith } from "../../../tests/support/accounts.ts";
import { phoneOrder } from "../../../tests/support/bought-order.ts";
import { signInCustomer } from "../../../tests/support/customer.ts";
import { readStock } from "../../../tests/support/ledger.ts";
import { api, context, setUpShop } from "../../../tests/support/test-shop.ts";
import { account } from "#shop/accounts/server/tables.ts";
import { toRole } from "#platform/operator/roles.ts";
import { runCommand } from "#platform/operator/run-command.ts";
import { operatorAudit } from "#platform/operator/tables.ts";
import { orderPlaced, orderTaken } from "#shop/orders/events.ts";
import { takeOrderCommand } from "./take-order.ts";
import { orders } from "#shop/orders/server/tables.ts";

let publishedEvents: string[] = [];
const recordEvent = (event: typeof orderTaken) =>
  defineSubscriber(event, `test.${event.name}`, async () => void publishedEvents.push(event.name));

setUpShop({
  subscribers: [recordEvent(orderTaken), recordEvent(orderPlaced)],
  goods: [
    { id: "acacia-bowl", title: "Acacia Bowl", price: 249_900, onHand: 3 },
    { id: "teak-tray", title: "Teak Tray", price: 149_900 },
    { id: "spoon", title: "Spoon", price: 5_000 },
  ],
});
beforeEach(() => void (publishedEvents = []));

async function run(options: Record<string, string>, { confirmed = true } = {}) {
  const result = await takeOrderCommand.run(context, { args: {}, options, folder: "/", confirmed });
  await context.settle();
  return result;
}

const readBowls = () => readStock(context, "acacia-bowl");

const readOrders = () => context.db.select().from(orders);

test("an order by phone needs a confirmation, reserves its pieces for a day and creates an account", async () => {
  const question = run(phoneOrder, { confirmed: false });
  await expect(question).rejects.toThrow(ConfirmationRequired);
  await expect(question).rejects.toThrow(
    /^For Asha Devi Patel <asha.patel@example.com>, who will get a new account without a password:\n2 × Acacia Bowl, ₹4,998.00\n1 × Teak Tray, ₹1,499.00\nWith GST, less the discount of ₹99.00: ₹7,567.46, to be paid within 24 hours\nTo 14 Lake View Road, Pune, Maharashtra 411001, phone 9876543210\nPlace this order\?$/,
  );
  expect(await readOrders()).toEqual([]);
  expect(await context.db.select().from(account)).toEqual([]);

  const taken = await run(phoneOrder);
  const [order] = await readOrders();
  expect(order).toMatchObject({
    byPhone: true,
    status: "Pending",
    payable: 756_746,
    coupon: 9_900,
    payUntil: new Date("2026-11-21T09:00:00.000Z"),
    contact: { firstName: "Asha Devi", lastName: "Patel", email: "asha.patel@example.com" },
    shippingAddress: { state: "Maharashtra", country: "India", phoneNumber: "9876543210" },
  });
  expect(await context.db.select().from(account)).toMatchObject([
    { id: order?.accountId, email: "asha.patel@example.com", passwordHash: null, emailVerifiedAt: null },
  ]);
  expect(taken.facts).toMatchObject({
    Placed: "20 Nov 2026 at 2:30 pm, by phone",
    "Link to pay": expect.stringMatching(/^http.*\/pay-order#[\w-]{43}\.TRV-\w+\.\d+$/),
  });
  expect(await readBowls()).toEqual({ onHand: 3, reserved: 2 });
  expect(publishedEvents).toEqual(["order.taken"]);
});

test("a dry run of an order by phone returns the same confirmation question as the order itself a minute later", async () => {
  const typed = { noun: "orders", verb: "take", args: {}, options: phoneOrder, folder: "/", osUser: "owner" };
  const send = (more: { dryRun?: "question" }) =>
    runCommand(context, [takeOrderCommand], { ...typed, ...more, confirmed: false }, () => {});
  const shown = await send({ dryRun: "question" });
  expect(shown).toMatchObject({ outcome: "confirm", question: expect.stringMatching(/Place this order\?$/) });
  context.clock.advance(MINUTE);
  expect(await send({})).toEqual(shown);
  expect(await readOrders()).toEqual([]);
});

test("an order by phone uses the existing account of the e-mail address and expires after the entered number of hours", async () => {
  const asha = await signInCustomer(context);
  await run({ ...phoneOrder, email: asha.email.toUpperCase(), hours: "2" });
  const [order] = await readOrders();
  expect(order?.accountId).toBe(asha.accountId);
  expect(await context.db.select().from(account)).toHaveLength(1);
  context.clock.advance(2 * HOUR - 1_000);
  await watchPayments(context);
  expect(await readBowls()).toEqual({ onHand: 3, reserved: 2 });
  context.clock.advance(31_000);
  await watchPayments(context);
  await context.settle();
  expect((await readOrders())[0]).toMatchObject({ status: "Cancelled", cancelledBecause: "unpaid" });
  expect(await readBowls()).toEqual({ onHand: 3, reserved: 0 });
});

test("a stranger who registered the caller's e-mail address first is logged out and cannot read the phone order (T9)", async () => {
  const ahead = await signInCustomer(context, { email: phoneOrder.email }, { hasVerifiedMailbox: false });
  const question = run(phoneOrder, { confirmed: false });
  await expect(question).rejects.toThrow(
    "who has an account with an unconfirmed e-mail address. For safety, the account is emptied (name, addresses, bag, unpaid orders) and needs a new password. Orders by phone are kept",
  );
  expect((await api.as(ahead).get(`/api/orders/user/${ahead.accountId}`)).status).toBe(200);
  await run(phoneOrder);
  expect(await readOrders()).toMatchObject([{ accountId: ahead.accountId }]);
  const answer = await api.as(ahead).get(`/api/orders/user/${ahead.accountId}`);
  expect(answer.status).toBe(401);
  expect(JSON.stringify(answer.body)).not.toContain("TRV-");
  expect((await logInWith(ahead.email, ahead.password)).status).toBe(401);
  expect(await context.db.select().from(account)).toMatchObject([
    { passwordHash: null, emailVerifiedAt: null },
  ]);
});

test("the confirmation of a second order by phone for a customer without a password mentions no deletion of data", async () => {
  await run({ ...phoneOrder, line: "spoon:1" });
  await expect(run(phoneOrder, { confirmed: false })).rejects.toThrow(
    ", who has an account without a password:",
  );
});

test("an order by phone does not delete the password and sessions of a customer with a verified e-mail address (T9)", async () => {
  const asha = await signInCustomer(context, { email: phoneOrder.email });
  await expect(run(phoneOrder, { confirmed: false })).rejects.toThrow("who has an account:");
  await run(phoneOrder);
  expect((await api.as(asha).get(`/api/orders/user/${asha.accountId}`)).body).toMatchObject({
    orders: [{ orderId: expect.stringMatching(/^TRV-/) }],
  });
  expect((await context.db.select().from(account))[0]?.passwordHash).not.toBeNull();
});

test("the audit record of an order by phone lists the options with personal data, but not their values", async () => {
  const firm = { company: "Patel Homes", gstin: "27AAPFU0939F1ZV", "company-address": "9 Hill Road" };
  const options = { ...phoneOrder, ...firm, line: "spoon:1" };
  const typed = { noun: "orders", verb: "take", args: {}, options, folder: "/", osUser: "owner" };
  await runCommand(context, [takeOrderCommand], { ...typed, confirmed: true }, () => {});
  const { line, ...personal } = options;
  const hidden = Object.fromEntries(Object.keys(personal).map((name) => [name, "(given)"]));
  expect(await context.db.select().from(operatorAudit)).toMatchObject([{ arguments: { ...hidden, line } }]);
});

test("an order by phone that was already paid is placed as paid, and no pay link is sent", async () => {
  const paid = { ...phoneOrder, paid: "upi", reference: "428812345678" };
  await expect(run({ ...paid, cash: "on" })).rejects.toThrow("is already paid");
  await expect(run({ ...phoneOrder, paid: "upi" })).rejects.toThrow(UsageError);
  expect(await readOrders()).toEqual([]);
  await expect(run(paid, { confirmed: false })).rejects.toThrow("paid by UPI to the shop, 428812345678");
  const taken = await run(paid);
  expect(taken.message).toContain("is placed and paid");
  expect(taken.facts).not.toHaveProperty("Link to pay");
  expect(await readOrders()).toMatchObject([
    { status: "Processing", paymentStatus: "Completed", paymentMethod: "UPI to the shop" },
  ]);
  expect(await readBowls()).toEqual({ onHand: 1, reserved: 0 });
  expect(publishedEvents).toEqual([]);
});

test("an order by phone warns if the reference of its payment is already used for another order", async () => {
  const paid = { ...phoneOrder, paid: "upi", reference: "4288 1234" };
  await expect(run(paid, { confirmed: false })).rejects.not.toThrow("already used");
  await run({ ...paid, line: "acacia-bowl:1" });
  const [first] = await readOrders();
  await expect(run({ ...paid, reference: "42881234" }, { confirmed: false })).rejects.toThrow(
    `\nThis reference is already used for ${first?.orderId}. Check that both orders were paid.\n`,
  );
});

test("an order by phone warns before and after it is placed if its PIN is not valid or not in the state (D64, D108)", async () => {
  for (const [pin, warning] of [
    ["4110", "4110 is not a valid PIN."],
    ["380001", "PIN 380001 is in Gujarat, not Maharashtra."],
    ["990015", "PIN 990015 belongs to an army post office, not to a state."],
  ] as const) {
    const order = { ...phoneOrder, pin, line: "spoon:1" };
    await expect(run(order, { confirmed: false })).rejects.toThrow(
      `\n${warning} The GST depends on the state.`,
    );
    expect((await run(order)).message).toContain(` ${warning} The GST depends on the state.`);
  }
  expect((await run(phoneOrder)).message).not.toContain("PIN");
});

test("an order by phone can have a discount in place of the shop's coupon", async () => {
  await expect(run({ ...phoneOrder, discount: "500" }, { confirmed: false })).rejects.toThrow(
    "With GST, less the discount of ₹500.00: ₹7,166.46,",
  );
  const ask = (discount: string) => run({ ...phoneOrder, discount }, { confirmed: false });
  await expect(ask("3248.50")).rejects.not.toThrow("Please check the discount");
  await expect(ask("3248.51")).rejects.toThrow(
    "\nThe discount is more than half of the price of the pieces. Please check the discount.\n",
  );
  await expect(ask("9000")).rejects.toThrow(
    "\nThe discount makes the order free. Please check the discount.\n",
  );
  await run({ ...phoneOrder, discount: "500" });
  await run({ ...phoneOrder, line: "spoon:1", discount: "0" });
  const discounts = (await readOrders()).map(({ coupon, payable }) => ({ coupon, payable }));
  expect(discounts).toEqual(
    expect.arrayContaining([
      { coupon: 50_000, payable: 716_646 },
      { coupon: 0, payable: 5_900 },
    ]),
  );
});

test("a discount in percent reduces the price with GST, and an invalid discount or one above 100 percent is refused", async () => {
  await expect(run({ ...phoneOrder, discount: "10 %" }, { confirmed: false })).rejects.toThrow(
    "With GST, less the discount of ₹766.65: ₹6,899.81,",
  );
  for (const discount of ["101%", "ten", "-5"])
    await expect(run({ ...phoneOrder, discount })).rejects.toMatchObject({
      fields: { discount: "Enter rupees, for example 200, or up to 100 percent, for example 10%." },
    });
  expect(await readOrders()).toEqual([]);
});

test("a manager may give a discount in an order by phone", () => {
  expect(toRole(takeOrderCommand, "manager")?.options).toHaveProperty("discount");
});

test("the preview of an order by phone needs only the pieces, and shows their price and which are not in stock", async () => {
  const preview = (options: Record<string, string>) =>
    runCommand(
      context,
      [takeOrderCommand],
      {
        noun: "orders",
        verb: "take",
        args: {},
        options,
        folder: "/",
        osUser: "owner",
        confirmed: false,
        dryRun: true,
      },
      () => {},
    );
  expect(await preview({ line: "acacia-bowl:2\nteak-tray:1" })).toMatchObject({
    outcome: "done",
    result: {
      message:
        "2 × Acacia Bowl, ₹4,998.00\n1 × Teak Tray, ₹1,499.00\nWith GST, less the discount of ₹99.00: ₹7,567.46",
      data: { subtotal: 649_700, shipping: 0, coupon: 9_900, payable: 756_746, couponName: "#SALE30" },
    },
  });
  const shortage =
    "4 × Acacia Bowl are ordered, but only 3 are in stock. The total does not include these pieces.";
  expect(await preview({ line: "acacia-bowl:4\nteak-tray:1" })).toMatchObject({
    outcome: "done",
    result: {
      message: expect.stringMatching(/^1 × Teak Tray, ₹1,499.00\nWith GST/),
      data: { subtotal: 149_900, warnings: [shortage] },
    },
  });
  expect(await preview({ line: "acacia-bowl:4" })).toMatchObject({
    outcome: "refused",
    message: "4 × Acacia Bowl are ordered, but only 3 are in stock.",
  });
  // A line that cannot be read would be missing in the sum.
  expect(await preview({ line: "teak-tray:1\nacacia-bowl" })).toMatchObject({
    outcome: "refused",
    message: expect.stringMatching(/^“acacia-bowl” cannot be read as pieces/),
  });
  expect(await preview({ line: "spoon:1", discount: "half" })).toMatchObject({
    outcome: "refused",
    message: "Enter rupees, for example 200, or up to 100 percent, for example 10%.",
  });
  expect(await preview({ line: "spoon:1", discount: "58.50" })).toMatchObject({
    result: {
      data: {
        coupon: 5_900,
        payable: 0,
        warnings: ["The discount makes the order free. Please check the discount."],
      },
    },
  });
});

test("a refused order by phone has an error for each invalid field of the form", async () => {
  await expect(run({ ...phoneOrder, phone: "98", name: "" })).rejects.toMatchObject({
    fields: { phone: expect.stringContaining("digits"), name: "Please enter the customer's name." },
  });
});

test("a refused order by phone names the product of which too few pieces are in stock", async () => {
  await expect(run({ ...phoneOrder, line: "acacia-bowl:4\nspoon:1" })).rejects.toMatchObject({
    lead: "The order cannot be placed:\n4 × Acacia Bowl are ordered, but only 3 are in stock.",
    // The form already shows the shortage with the total.
    fields: { line: "Some of these pieces cannot be ordered. Please change them." },
  });
});

test("an order by phone can have a recipient other than the buyer, and an earliest delivery day (D120)", async () => {
  const gift = { recipient: "Lakshmi Nair", "recipient-phone": "9000000001", "not-before": "2026-12-24" };
  const typed = { ...phoneOrder, ...gift };
  await expect(run(typed, { confirmed: false })).rejects.toThrow(
    /To Lakshmi Nair, 14 Lake View Road, .*, phone 9000000001\nNot before Thu 24 Dec\nPlace/,
  );
  await run(typed);
  expect(await readOrders()).toMatchObject([
    {
      contact: { firstName: "Lakshmi", buyer: { firstName: "Asha Devi", phoneNumber: "9876543210" } },
      shippingAddress: { phoneNumber: "9000000001" },
      promised: { notBefore: "2026-12-24" },
    },
  ]);
  expect(await context.db.select().from(account)).toMatchObject([
    { firstName: "Asha Devi", phoneNumber: "9876543210" },
  ]);
  await expect(run({ ...phoneOrder, "recipient-phone": "9000000001" })).rejects.toMatchObject({
    fields: { recipient: "Please enter the name of the recipient with this phone number." },
  });
  await expect(run({ ...typed, "not-before": "2025-12-24" })).rejects.toMatchObject({
    fields: { "not-before": expect.stringContaining("Choose a day") },
  });
});
