import { describe, expect, test } from "vitest";
import { MINUTE } from "#contract/time.ts";
import { runTypedIn, takePhoneOrder } from "../../../../tests/support/bought-order.ts";
import { expectConsistentLedger, readStock } from "../../../../tests/support/ledger.ts";
import {
  bought,
  context,
  deliverWebhooks,
  openPaymentWindow,
  PAYABLE,
  payOnce,
  postWebhook,
  razorpay,
  readOrderStates,
  readOutcomes,
  setUpRazorpay,
} from "../../../../tests/support/razorpay-shop.ts";
import { checkPayments } from "../check-payments.ts";
import { describePaymentWindow, findPayment, requestRefund } from "../index.ts";
import { openPayments } from "../providers.ts";

setUpRazorpay();

test("payment webhooks that arrive twice and in reverse order pay the order once (T16)", async () => {
  const id = await openPaymentWindow();
  const failed = razorpay.pay(id, { status: "failed" });
  const payment = razorpay.pay(id);
  const [order] = razorpay.orders;
  const events = [
    razorpay.message("payment.failed", { payment: failed }),
    razorpay.message("payment.authorized", {
      payment: { ...payment, status: "authorized", captured: false },
    }),
    razorpay.message("payment.captured", { payment }),
    razorpay.message("order.paid", { payment, order: { ...order, status: "paid" } }),
  ];
  await deliverWebhooks(...events.toReversed(), ...events, ...events.slice(2));
  expect(await readOutcomes()).toHaveLength(4);
  expect(await readOrderStates()).toBe("Processing/Completed by upi");
  expect(await readStock(context, "acacia-bowl")).toEqual({ onHand: 2, reserved: 0 });
  await expectConsistentLedger(context);
});

test("a webhook about an authorized payment captures the payment", async () => {
  const payment = razorpay.pay(await openPaymentWindow(), { status: "authorized" });
  await deliverWebhooks(razorpay.message("payment.authorized", { payment: { ...payment } }));
  expect(payment.status).toBe("captured");
  expect(await readOrderStates()).toBe("Processing/Completed by upi");
});

test("a webhook that is forged, tampered with or unsigned is refused and not stored", async () => {
  const payment = razorpay.pay(await openPaymentWindow());
  const { body, headers } = razorpay.message("payment.captured", { payment });
  const { "x-razorpay-signature": signature, ...unsigned } = headers;
  for (const forged of [
    razorpay.message("payment.captured", { payment }, { secret: "somebody's guess" }),
    razorpay.message("payment.captured", { payment }, { secret: "" }),
    { body: body.replace(String(PAYABLE), "1"), headers },
    { body, headers: unsigned },
    { body, headers: { ...headers, "x-razorpay-signature": signature?.slice(2) ?? "" } },
  ])
    expect(await postWebhook(forged)).toMatchObject({ status: 401, body: { code: "forged" } });
  const odd = razorpay.message("payment.captured", { payment: { id: "pay_1", amount: -1 } });
  expect(await postWebhook(odd)).toMatchObject({ status: 400, body: { code: "unreadable" } });
  expect(await readOutcomes()).toEqual([]);
  await deliverWebhooks(
    razorpay.message("payment.captured", { payment }, { secret: "the-secret-before-that-one" }),
  );
  expect(await readOrderStates()).toBe("Processing/Completed by upi");
});

test("a webhook about a dispute, a settlement or an unknown payment is stored without personal data and changes no order", async () => {
  const payment = razorpay.pay(await openPaymentWindow(), { status: "created" });
  const stranger = { ...payment, order_id: "order_ofSomebodyElse" };
  await deliverWebhooks(
    razorpay.message("payment.dispute.created", { payment, dispute: { id: "disp_1" } }),
    razorpay.message("settlement.processed", { settlement: { id: "setl_1" } }),
    razorpay.message("payment.captured", { payment: { ...payment, order_id: null, status: "captured" } }),
    razorpay.message("payment.captured", { payment: { ...stranger, status: "captured", captured: true } }),
  );
  expect(await readOutcomes()).toEqual(["dispute", "ignored", "ignored", "unknown-session"]);
  const { rows: events } = await runTypedIn(context, "payments", { orderId: bought.order.orderId });
  expect(events).toEqual([[expect.any(String), "something else", "payment.dispute.created", "", "dispute"]]);
  const { rows } = await context.database.pool.query("select news from payment_event");
  expect(JSON.stringify(rows)).not.toMatch(/asha@example|9876543210/);
  expect(await readOrderStates()).toBe("Pending/Pending");
});

test("a webhook is refused if Razorpay is not set up", async () => {
  const message = razorpay.message("payment.captured", {
    payment: razorpay.pay(await openPaymentWindow()),
  });
  const { config } = context;
  const { razorpay: account } = config;
  config.razorpay = null;
  openPayments(context, { port: 9 });
  config.razorpay = account;
  expect(await postWebhook(message)).toMatchObject({ status: 404, body: { code: "not_set_up" } });
});

describe("payment problems that only the owner can solve (T37)", () => {
  const run = (act: "reconcile" | "show", options: Record<string, string> = {}) =>
    act === "reconcile"
      ? runTypedIn(context, "payments", {}, { reconcile: "on" })
      : runTypedIn(context, "payments", { orderId: bought.order.orderId }, options);
  const findings = async () =>
    (await checkPayments(context)).map(({ what, remedy }) => `${what} → ${remedy}`);

  test("a second payment of one order is reported once, and a refund uses the first payment (T37)", async () => {
    const first = await payOnce();
    const second = razorpay.pay(first.order_id ?? "", { created_at: 1 });
    const again = { eventId: "event-of-the-second" };
    await deliverWebhooks(
      razorpay.message("payment.captured", { payment: second }, again),
      razorpay.message("payment.captured", { payment: second }, again),
      razorpay.message("order.paid", { payment: second }),
      razorpay.message("order.paid", { payment: first }),
    );
    expect((await readOutcomes()).toSorted()).toEqual([
      "Completed",
      "second-capture",
      "unchanged",
      "unchanged",
    ]);
    expect(await findings()).toEqual([
      `the customer paid twice: first with the payment ${first.id}, then ₹2,849.82 with ${second.id} → Refund ${second.id} in the provider's dashboard, and this entry disappears. If you refund it in another way, mark the entry as seen`,
    ]);
    expect(await run("reconcile")).toMatchObject({
      attention: true,
      rows: [
        {
          0: bought.order.orderId,
          5: expect.stringContaining(second.id),
          6: expect.stringContaining("dashboard"),
        },
      ],
    });
    await run("show", { seen: "on" });
    expect(await run("reconcile")).not.toHaveProperty("attention");
    const { orderId } = bought.order;
    await context.transact((tx) =>
      requestRefund(context, tx, { orderId, reason: "cancellation", amountPaise: PAYABLE }),
    );
    await context.settle();
    expect(razorpay.refunds).toMatchObject([{ payment_id: first.id }]);
  });

  test("an online payment of an order that was already paid in cash is reported (T37)", async () => {
    const { orderId } = await takePhoneOrder(context);
    const row = await findPayment(context.db, orderId);
    const opened = row && (await describePaymentWindow(context, row));
    if (!opened || !("providerOrderId" in opened)) throw new Error("no window");
    await runTypedIn(context, "orders paid", { orderId }, { by: "cash" });
    const payment = razorpay.pay(opened.providerOrderId);
    await deliverWebhooks(razorpay.message("payment.captured", { payment }));
    expect(await findings()).toEqual([
      expect.stringContaining(
        `the customer paid twice: first by cash to the shop, then ₹5,798.64 with ${payment.id} → Refund ${payment.id}`,
      ),
    ]);
  });

  test("a dispute is reported until the owner marks it as seen, and older events that arrive late change nothing (T37)", async () => {
    const payment = await payOnce();
    const dispute = { id: "disp_Abc123", payment_id: payment.id, amount: PAYABLE, respond_by: 1_764_000_000 };
    const createEvent = (event: string, status: string) =>
      razorpay.message(`payment.dispute.${event}`, { payment, dispute: { ...dispute, status } });
    await deliverWebhooks(createEvent("created", "open"));
    expect(await findings()).toEqual([
      expect.stringMatching(/disputes ₹2,849\.82 \(disp_Abc123\).* by 24 Nov 2025.* → Answer disp_Abc123/),
    ]);
    expect(await run("reconcile")).toMatchObject({ attention: true });
    await deliverWebhooks(createEvent("under_review", "under_review"), createEvent("created", "open"));
    expect(await findings()).toEqual([expect.stringContaining("The bank will decide")]);
    await deliverWebhooks(createEvent("lost", "lost"));
    expect(await findings()).toEqual([expect.stringContaining("is lost")]);
    await run("show", { seen: "on" });
    await deliverWebhooks(
      createEvent("created", "open"),
      createEvent("under_review", "under_review"),
      razorpay.message("payment.dispute.won", { payment, dispute: { id: "disp_Other1" } }),
    );
    expect(await findings()).toEqual([]);
    expect(await readOrderStates()).toBe("Processing/Completed by upi");
  });

  test("a payment that has no order at the payment provider is reported, and the provider is not queried about it (T37)", async () => {
    const nothing = {
      rows: [],
      message: "0 payments compared with the provider. Nothing needs your attention.",
    };
    expect(await run("reconcile")).toMatchObject(nothing);
    context.clock.advance(11 * MINUTE);
    expect(await run("reconcile")).toMatchObject({
      attention: true,
      message: "0 payments compared with the provider.",
      rows: [
        {
          0: bought.order.orderId,
          5: expect.stringContaining("was never opened"),
          6: expect.stringContaining("Write to the customer"),
        },
      ],
    });
    expect(await findings()).toEqual([
      expect.stringContaining("the payment window for ₹2,849.82 was never opened"),
    ]);
    context.clock.advance(50 * MINUTE);
    expect(await run("reconcile")).toMatchObject(nothing);
    await context.settle();
    expect(await readOrderStates()).toBe("Cancelled/Expired");
    expect(razorpay.calls).toEqual([]);
  });

  test("`payments --reconcile` reports a problem if the provider does not respond (T37)", async () => {
    await openPaymentWindow();
    razorpay.behave = () => (_request, response) => void response.writeHead(500).end();
    for (const minutes of [1, 60]) {
      context.clock.advance(minutes * MINUTE);
      expect(await run("reconcile")).toMatchObject({
        attention: true,
        message: expect.stringContaining(
          minutes === 1 ? "): Razorpay" : "): The payment could not be closed.",
        ),
      });
    }
    razorpay.behave = null;
    context.clock.advance(10 * MINUTE);
    expect(await run("reconcile")).not.toHaveProperty("attention");
  });
});
