import type { RequestListener } from "node:http";
import { inspect } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DAY, MINUTE } from "#contract/time.ts";
import { findOwnOrder } from "#server/orders";
import { askRefund, openPayments, paymentOf, refundsOf } from "../index.ts";
import { signedInCustomer } from "../../../../tests/support/customer.ts";
import { stockProducts } from "../../../../tests/support/goods.ts";
import {
  type Message,
  openRazorpayServer,
  type RazorpayPayment,
  type RazorpayServer,
} from "../../../../tests/support/razorpay-server.ts";
import { expectSoundBooks, stockOf } from "../../../../tests/support/stock-ledger.ts";
import { buy, openTrading, type Trading } from "../../../../tests/support/trading.ts";
import { paymentCommands } from "../commands.ts";
import { paymentFindings } from "../check-payments.ts";
import { ProviderUnavailable } from "../provider.ts";
import { retryRefund } from "../retry-refund.ts";
import { watchLateMoney, watchPayments } from "../watch-payments.ts";
import { watchRefunds } from "../watch-refunds.ts";
import { openRazorpay } from "./client.ts";
import { razorpayPayments } from "./razorpay-payments.ts";

const START = new Date("2026-11-20T09:00:00.000Z");
const PAYABLE = 284_982;

let trading: Trading;
let razorpay: RazorpayServer;
let bought: Awaited<ReturnType<typeof buy>>;

beforeAll(async () => {
  razorpay = await openRazorpayServer(() => trading.context.now());
  const { account } = razorpay;
  const webhookSecrets = [...account.webhookSecrets, "the-secret-before-that-one"];
  trading = await openTrading([], { testPayments: false, razorpay: { ...account, webhookSecrets } });
});
afterAll(async () => {
  await razorpay.close();
  await trading.close();
});

beforeEach(async () => {
  const { context } = trading;
  await context.wipe();
  context.clock.set(START);
  Object.assign(razorpay, { behave: null, orders: [], payments: [], refunds: [], calls: [] });
  openPayments(context, { port: 9 });
  await stockProducts(context, [{ id: "acacia-bowl", price: 249_900, onHand: 3 }]);
  bought = await buy(trading, "acacia-bowl");
});

const ask = (path: string, more: object = {}, { customer, order } = bought) =>
  trading.api.as(customer).post(`/api/payments/${path}`, { orderId: order.orderId, ...more });

async function openWindow(of = bought): Promise<string> {
  const answer = await ask("window", {}, of);
  expect(answer.status, answer.body.message).toBe(200);
  return String(answer.body["providerOrderId"]);
}

const send = ({ body, headers }: Message) =>
  trading.api.inject({ method: "POST", url: "/api/payments/webhook/razorpay", body, headers });

async function hear(...messages: Message[]): Promise<void> {
  for (const message of messages) expect(await send(message)).toMatchObject({ status: 200 });
  await trading.context.settle();
}

const shown = async ({ customer, order } = bought) => {
  const now = await findOwnOrder(trading.context, customer.accountId, order.orderId);
  return `${now?.orderStatus}/${now?.paymentStatus}${now?.paymentMethod ? ` by ${now.paymentMethod}` : ""}`;
};

const ledger = () => paymentOf(trading.context.db, bought.order.orderId);
const outcomes = async () =>
  (
    await trading.context.database.pool.query<{ outcome: string }>(
      "select outcome from payment_event order by outcome",
    )
  ).rows.map(({ outcome }) => outcome);

async function paid(): Promise<RazorpayPayment> {
  const payment = razorpay.pay(await openWindow());
  await hear(razorpay.message("payment.captured", { payment }));
  expect(await shown()).toBe("Processing/Completed by upi");
  return payment;
}

/** It does what it was asked for, and the answer never arrives. */
function loseAnswer(then: RequestListener, ...[request, response]: Parameters<RequestListener>): void {
  response.end = () => {
    request.socket.destroy();
    return response;
  };
  then(request, response);
}

describe("the window", () => {
  test("is one order at Razorpay, for our money and under our name, however many ask at once", async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask("window")));
    const [first] = answers;
    expect(first).toMatchObject({
      status: 200,
      body: {
        provider: "razorpay",
        keyId: razorpay.account.keyId,
        amountPaise: PAYABLE,
        currency: "INR",
        description: `Order ${bought.order.orderId}`,
        expiresAt: "2026-11-20T10:00:00.000Z",
      },
    });
    expect(JSON.stringify(first?.body)).not.toContain(razorpay.account.keySecret);
    const id = await openWindow();
    expect(new Set(answers.map(({ body }) => body["providerOrderId"]))).toEqual(new Set([id]));
    const row = await ledger();
    expect(razorpay.orders.find((order) => order.id === id)).toMatchObject({
      amount: PAYABLE,
      currency: "INR",
      receipt: row?.id,
    });
  });

  test("whose order was made though its answer was lost is found again, not made twice", async () => {
    razorpay.behave = (then) => (request, response) => {
      if (request.method === "GET") return then(request, response);
      loseAnswer(then, request, response);
    };
    expect(await ask("window")).toMatchObject({ status: 503, body: { code: "unavailable" } });
    expect(razorpay.orders).toHaveLength(1);
    razorpay.behave = null;
    expect(await openWindow()).toBe(razorpay.orders[0]?.id);
    expect(razorpay.orders).toHaveLength(1);
  });

  test("is not opened for an order of Razorpay's that asks for other money", async () => {
    razorpay.behave = (then) => (request, response) => {
      if (request.method === "GET") return then(request, response);
      const lie = { id: "order_1234567890abcd", amount: 100, currency: "INR", receipt: "x", created_at: 1 };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(lie));
    };
    expect((await ask("window")).status).toBe(503);
    expect(await ledger()).toMatchObject({ sessionId: null });
  });
});

describe("coming back from the window", () => {
  test("with Razorpay's signature the payment is looked up and counts", async () => {
    const payment = razorpay.pay(await openWindow());
    const answer = await ask("return", { proof: razorpay.proofOf(payment) });
    expect(answer).toMatchObject({ status: 200, body: { paymentStatus: "Completed" } });
    await trading.context.settle();
    expect(await shown()).toBe("Processing/Completed by upi");
    await expectSoundBooks(trading.context);
  });

  test("a signature that is forged, or of another order, is refused and nobody is asked", async () => {
    const other = await buy(trading, "acacia-bowl");
    const theirs = razorpay.proofOf(razorpay.pay(await openWindow(other)));
    razorpay.pay(await openWindow());
    razorpay.calls = [];
    for (const proof of [
      theirs,
      { ...theirs, signature: "" },
      { ...theirs, signature: "zz".repeat(32) },
      { paymentId: "pay_x|pay_y", signature: theirs.signature },
    ])
      expect(await ask("return", { proof })).toMatchObject({ status: 400, body: { code: "unproved" } });
    expect(razorpay.calls).toEqual([]);
    expect(await shown()).toBe("Pending/Pending");
    expect((await ask("return", { proof: theirs }, other)).status).toBe(200);
  });

  test("money that the bank has only promised is taken; what is not ours to take is left", async () => {
    const promised = razorpay.pay(await openWindow(), { status: "authorized" });
    expect(await ask("return")).toMatchObject({ body: { paymentStatus: "Completed" } });
    expect(promised.status).toBe("captured");

    bought = await buy(trading, "acacia-bowl");
    const other = razorpay.pay(await openWindow(), { status: "authorized", amount: 100 });
    expect(await ask("return")).toMatchObject({ body: { paymentStatus: "Pending" } });
    expect(other.status).toBe("authorized");
    trading.context.clock.advance(60 * MINUTE);
    await watchPayments(trading.context);
    await trading.context.settle();
    expect(await shown()).toBe("Cancelled/Expired");
    expect(other.status).toBe("authorized");
  });

  test("dismissed, failed and still under way leave the order to be paid", async () => {
    expect(await ask("return")).toMatchObject({ status: 200, body: { paymentStatus: "Pending" } });
    const id = await openWindow();
    expect(await ask("return")).toMatchObject({ body: { paymentStatus: "Pending" } });
    razorpay.pay(id, { status: "failed" });
    expect(await ask("return")).toMatchObject({ body: { paymentStatus: "Failed" } });
    expect(await ledger()).toMatchObject({ failure: "Your payment was declined by the bank." });
    razorpay.pay(id, { status: "created" });
    expect(await ask("return")).toMatchObject({ body: { paymentStatus: "Failed", underWay: true } });
    expect(await ask("window")).toMatchObject({ status: 409, body: { code: "under_way" } });
    expect(await ask("window", { again: true })).toMatchObject({ body: { providerOrderId: id } });
    razorpay.pay(id);
    expect(await ask("return")).toMatchObject({ body: { paymentStatus: "Completed" } });
  });
});

describe("Razorpay's news", () => {
  test("told twice and in any order ends in the same place (T16)", async () => {
    const id = await openWindow();
    const failed = razorpay.pay(id, { status: "failed" });
    const payment = razorpay.pay(id);
    const [order] = razorpay.orders;
    const news = [
      razorpay.message("payment.failed", { payment: failed }),
      razorpay.message("payment.authorized", {
        payment: { ...payment, status: "authorized", captured: false },
      }),
      razorpay.message("payment.captured", { payment }),
      razorpay.message("order.paid", { payment, order: { ...order, status: "paid" } }),
    ];
    await hear(...news.toReversed(), ...news, ...news.slice(2));
    expect(await outcomes()).toHaveLength(4);
    expect(await shown()).toBe("Processing/Completed by upi");
    expect(await stockOf(trading.context, "acacia-bowl")).toEqual({ onHand: 2, reserved: 0 });
    await expectSoundBooks(trading.context);
  });

  test("that the bank has promised the money has it taken", async () => {
    const payment = razorpay.pay(await openWindow(), { status: "authorized" });
    await hear(razorpay.message("payment.authorized", { payment: { ...payment } }));
    expect(payment.status).toBe("captured");
    expect(await shown()).toBe("Processing/Completed by upi");
  });

  test("forged, tampered with or unsigned is refused and not stored; under the secret before it counts", async () => {
    const payment = razorpay.pay(await openWindow());
    const { body, headers } = razorpay.message("payment.captured", { payment });
    const { "x-razorpay-signature": signature, ...unsigned } = headers;
    for (const forged of [
      razorpay.message("payment.captured", { payment }, { secret: "somebody's guess" }),
      razorpay.message("payment.captured", { payment }, { secret: "" }),
      { body: body.replace(String(PAYABLE), "1"), headers },
      { body, headers: unsigned },
      { body, headers: { ...headers, "x-razorpay-signature": signature?.slice(2) ?? "" } },
    ])
      expect(await send(forged)).toMatchObject({ status: 401, body: { code: "forged" } });
    const odd = razorpay.message("payment.captured", { payment: { id: "pay_1", amount: -1 } });
    expect(await send(odd)).toMatchObject({ status: 400, body: { code: "unreadable" } });
    expect(await outcomes()).toEqual([]);
    await hear(razorpay.message("payment.captured", { payment }, { secret: "the-secret-before-that-one" }));
    expect(await shown()).toBe("Processing/Completed by upi");
  });

  test.each([{ amount: 100 }, { currency: "USD" }])(
    "of other money (%j) is flagged and fulfils nothing",
    async (other) => {
      const payment = razorpay.pay(await openWindow(), other);
      await hear(razorpay.message("payment.captured", { payment }));
      expect(await outcomes()).toEqual(["mismatch"]);
      await ask("return");
      await trading.context.settle();
      expect(await shown()).toBe("Pending/Pending");
      expect(await ledger()).toMatchObject({ flag: expect.stringContaining(`instead of ${PAYABLE} INR`) });
    },
  );

  test("of something else is kept by its name and changes nothing; nothing personal is kept", async () => {
    const payment = razorpay.pay(await openWindow(), { status: "created" });
    const stranger = { ...payment, order_id: "order_ofSomebodyElse" };
    await hear(
      razorpay.message("payment.dispute.created", { payment, dispute: { id: "disp_1" } }),
      razorpay.message("settlement.processed", { settlement: { id: "setl_1" } }),
      razorpay.message("payment.captured", { payment: { ...payment, order_id: null, status: "captured" } }),
      razorpay.message("payment.captured", { payment: { ...stranger, status: "captured", captured: true } }),
    );
    expect(await outcomes()).toEqual(["dispute", "ignored", "ignored", "unknown-session"]);
    const events = paymentCommands.find(({ verb }) => verb === "events");
    const told = await events?.run(trading.context, {
      args: { orderId: bought.order.orderId },
      options: {},
      folder: "",
    });
    expect(told?.rows).toEqual([
      [expect.any(String), "something else", "payment.dispute.created", "", "dispute"],
    ]);
    const { rows } = await trading.context.database.pool.query("select news from payment_event");
    expect(JSON.stringify(rows)).not.toMatch(/asha@example|9876543210/);
    expect(await shown()).toBe("Pending/Pending");
  });

  test("is nobody's where Razorpay is not set up", async () => {
    const message = razorpay.message("payment.captured", { payment: razorpay.pay(await openWindow()) });
    const { config } = trading.context;
    const { razorpay: account } = config;
    config.razorpay = null;
    openPayments(trading.context, { port: 9 });
    config.razorpay = account;
    expect(await send(message)).toMatchObject({ status: 404, body: { code: "not_set_up" } });
  });
});

describe("what only the owner can settle (T37)", () => {
  const run = (verb: string) =>
    paymentCommands
      .find((one) => one.verb === verb)
      ?.run(trading.context, { args: { orderId: bought.order.orderId }, options: {}, folder: "" });
  const findings = async () =>
    (await paymentFindings(trading.context)).map(({ what, remedy }) => `${what} → ${remedy}`);

  test("a second payment of one order is found once, with what to do, and the first is what goes back (T37)", async () => {
    const first = await paid();
    const second = razorpay.pay(first.order_id ?? "", { created_at: 1 });
    const again = { eventId: "event-of-the-second" };
    await hear(
      razorpay.message("payment.captured", { payment: second }, again),
      razorpay.message("payment.captured", { payment: second }, again),
      razorpay.message("order.paid", { payment: second }),
      razorpay.message("order.paid", { payment: first }),
    );
    expect((await outcomes()).toSorted()).toEqual(["Completed", "second-capture", "unchanged", "unchanged"]);
    expect(await findings()).toEqual([
      `it was paid a second time: ₹2849.82 as ${second.id}, after ${first.id} → give ${second.id} back in the provider's dashboard, then payments seen ${bought.order.orderId}`,
    ]);
    expect(await run("reconcile")).toMatchObject({
      attention: true,
      rows: [
        {
          0: bought.order.orderId,
          5: expect.stringContaining(second.id),
          6: expect.stringContaining("give"),
        },
      ],
    });
    await run("seen");
    expect(await run("reconcile")).not.toHaveProperty("attention");
    const { context } = trading;
    const { orderId } = bought.order;
    await context.transact((tx) =>
      askRefund(context, tx, { orderId, reason: "cancellation", amountPaise: PAYABLE }),
    );
    await context.settle();
    expect(razorpay.refunds).toMatchObject([{ payment_id: first.id }]);
  });

  test("a dispute is found with its day, goes on, and is over when it is won, whatever comes late (T37)", async () => {
    const payment = await paid();
    const dispute = { id: "disp_Abc123", payment_id: payment.id, amount: PAYABLE, respond_by: 1_764_000_000 };
    const news = (event: string, status: string) =>
      razorpay.message(`payment.dispute.${event}`, { payment, dispute: { ...dispute, status } });
    await hear(news("created", "open"));
    expect(await findings()).toEqual([
      expect.stringMatching(
        /disputes ₹2849\.82 \(disp_Abc123\).* until 24 November 2025.* → answer disp_Abc123/,
      ),
    ]);
    expect(await run("reconcile")).toMatchObject({ attention: true });
    await hear(news("under_review", "under_review"), news("created", "open"));
    expect(await findings()).toEqual([expect.stringContaining("the bank decides")]);
    await hear(news("lost", "lost"));
    expect(await findings()).toEqual([expect.stringContaining("is lost")]);
    await run("seen");
    await hear(
      news("created", "open"),
      news("under_review", "under_review"),
      razorpay.message("payment.dispute.won", { payment, dispute: { id: "disp_Other1" } }),
    );
    expect(await findings()).toEqual([]);
    expect(await shown()).toBe("Processing/Completed by upi");
  });

  test("a payment that was never opened is a finding, and nobody is asked about it (T37)", async () => {
    const nothing = { rows: [], message: "Asked about 0 payments. Nothing needs your eye." };
    expect(await run("reconcile")).toMatchObject(nothing);
    trading.context.clock.advance(11 * MINUTE);
    expect(await run("reconcile")).toMatchObject({
      attention: true,
      message: "Asked about 0 payments.",
      rows: [
        {
          0: bought.order.orderId,
          5: expect.stringContaining("was not opened"),
          6: expect.stringContaining("orders show"),
        },
      ],
    });
    expect(await findings()).toEqual([expect.stringContaining("never asked for the ₹2849.82")]);
    trading.context.clock.advance(50 * MINUTE);
    expect(await run("reconcile")).toMatchObject(nothing);
    await trading.context.settle();
    expect(await shown()).toBe("Cancelled/Expired");
    expect(razorpay.calls).toEqual([]);
  });

  test("a provider that does not answer is counted, and reconciling ends with 1 (T37)", async () => {
    await openWindow();
    razorpay.behave = () => (_request, response) => void response.writeHead(500).end();
    for (const minutes of [1, 60]) {
      trading.context.clock.advance(minutes * MINUTE);
      expect(await run("reconcile")).toMatchObject({
        attention: true,
        message: expect.stringContaining(
          `Asked about 1 payment. No answer about 1 (${bought.order.orderId})`,
        ),
      });
    }
    razorpay.behave = null;
    trading.context.clock.advance(10 * MINUTE);
    expect(await run("reconcile")).not.toHaveProperty("attention");
  });
});

describe("a Razorpay that is not well", () => {
  const page = "<html>".padEnd(100, " ");
  const json = (status: number, body: string, headers: Record<string, string> = {}): RequestListener => {
    return (_request, response) =>
      void response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
  };

  test.each<[string, RequestListener]>([
    ["redirects", json(302, "", { location: "/elsewhere" })],
    ["fails with a page", json(502, page, { "content-type": "text/html" })],
    ["fails with nothing", json(500, "null")],
    ["answers with a page", json(200, page, { "content-type": "text/html" })],
    ["answers torn JSON", json(200, '{"items":[')],
    ["answers something else", json(200, '{"items":[{"id":"order_1","amount":"12"}]}')],
    ["answers without end", json(200, `{"items":["${"x".repeat(2_000_000)}"]}`)],
    ["hangs up", (request) => request.socket.destroy()],
    ["has too many asking", json(429, '{"error":{"description":"Request failed"}}')],
    ["does not know the keys", json(401, '{"error":{"description":"Authentication failed"}}')],
    ["refuses", json(400, '{"error":{"description":"The id provided does not exist"}}')],
  ])("because it %s answers nothing, moves nothing, and is asked again (T28)", async (_, how) => {
    razorpay.behave = () => how;
    expect(await ask("window")).toMatchObject({ status: 503, body: { code: "unavailable" } });
    razorpay.behave = null;
    const payment = razorpay.pay(await openWindow());
    razorpay.behave = () => how;
    expect((await ask("return")).status).toBe(503);
    expect(razorpay.calls.join()).not.toContain("elsewhere");
    expect(await shown()).toBe("Pending/Pending");
    razorpay.behave = null;
    trading.context.clock.advance(MINUTE);
    await watchPayments(trading.context);
    await trading.context.settle();
    expect(payment.status).toBe("captured");
    expect(await shown()).toBe("Processing/Completed by upi");
  });

  test("because it speaks of another order's payments moves nobody's order", async () => {
    const mine = await openWindow();
    const other = razorpay.pay(await openWindow(await buy(trading, "acacia-bowl")));
    razorpay.behave = () => json(200, JSON.stringify({ items: [other] }));
    expect((await ask("return")).status).toBe(503);
    expect(await ledger()).toMatchObject({ sessionId: mine, status: "Pending", flag: null });
  });

  test("is given a deadline for all it is asked, told by words without secrets, and then rested", async () => {
    const { account } = razorpay;
    const now = () => trading.context.now();
    const provider = razorpayPayments(account, now, openRazorpay(account, now, 150));
    const session = { sessionId: "order_1234567890abcd", amountPaise: 1, currency: "INR" };
    const outcome = () => provider.fetchState(session).then(String, (cause: unknown) => cause as Error);
    razorpay.behave = () => () => {};
    const began = performance.now();
    for (let time = 0; time < 5; time++) expect(await outcome()).toBeInstanceOf(ProviderUnavailable);
    expect(performance.now() - began).toBeLessThan(5_000);
    const told = inspect(await outcome(), { depth: 10 });
    expect(told).toContain("asked again soon");
    expect(told).not.toContain(account.keySecret);
    const calls = razorpay.calls.length;
    expect(calls).toBe(5);
    razorpay.behave = null;
    trading.context.clock.advance(MINUTE);
    expect(await provider.fetchState(session)).toMatchObject({ fact: null });
  });

  test("never gets its keys seen in what is logged", async () => {
    const { account } = razorpay;
    const now = () => trading.context.now();
    for (const how of [json(500, "no"), json(401, "{}"), json(302, "")]) {
      razorpay.behave = () => how;
      const client = openRazorpay(account, now, 2_000);
      const cause: unknown = await razorpayPayments(account, now, client)
        .fetchState({ sessionId: "order_1234567890abcd", amountPaise: 1, currency: "INR" })
        .catch((thrown: unknown) => thrown);
      expect(cause).toBeInstanceOf(ProviderUnavailable);
      const told = inspect(cause, { depth: 10, showHidden: true });
      expect(told).not.toContain(account.keySecret);
      expect(told).not.toContain(Buffer.from(`${account.keyId}:${account.keySecret}`).toString("base64"));
    }
  });

  test("is asked only at its own address, with ids that are ids", async () => {
    const provider = razorpayPayments(razorpay.account, () => trading.context.now());
    for (const sessionId of ["../payments", "order_1/../../x", "order_123?x=", ""])
      await expect(
        provider.fetchState({ sessionId, amountPaise: 1, currency: "INR" }),
      ).rejects.toBeInstanceOf(ProviderUnavailable);
    expect(razorpay.calls).toEqual([]);
  });
});

describe("money back", () => {
  const giveBack = async (amountPaise = PAYABLE) => {
    const { orderId } = bought.order;
    await trading.context.transact((tx) =>
      askRefund(trading.context, tx, { orderId, reason: "cancellation", amountPaise }),
    );
    await trading.context.settle();
    const [refund] = await refundsOf(trading.context.db, orderId);
    return refund;
  };

  test("goes once, all or a part of it, under our reference", async () => {
    const payment = await paid();
    expect(await giveBack(100_000)).toMatchObject({ status: "Processed", amount: 100_000 });
    expect(razorpay.refunds).toMatchObject([{ payment_id: payment.id, amount: 100_000 }]);
    const [{ receipt } = { receipt: null }] = razorpay.refunds;
    const refund = razorpay.refunds[0] ?? {};
    await hear(
      razorpay.message("refund.created", { refund, payment }),
      razorpay.message("refund.processed", { refund, payment }),
    );
    expect(receipt).toMatch(/^[0-9a-f-]{36}\.1$/);
    expect(await outcomes()).toEqual(["Completed", "unchanged", "unchanged"]);
    expect(razorpay.calls.filter((call) => call.endsWith("/refund"))).toHaveLength(1);
  });

  test("is not sent twice though the answer was lost, and its end is heard or found out", async () => {
    const payment = await paid();
    razorpay.behave = (then) => (request, response) => {
      if (request.url?.endsWith("/refund")) loseAnswer(then, request, response);
      else then(request, response);
    };
    expect(await giveBack()).toMatchObject({ status: "Pending" });
    expect(razorpay.refunds).toHaveLength(1);
    const [refund] = razorpay.refunds;
    Object.assign(refund ?? {}, { status: "pending" });
    razorpay.behave = null;
    trading.context.clock.advance(MINUTE);
    await watchRefunds(trading.context);
    expect(await refundsOf(trading.context.db, bought.order.orderId)).toMatchObject([{ status: "Pending" }]);
    expect(razorpay.refunds).toHaveLength(1);
    Object.assign(refund ?? {}, { status: "processed" });
    await hear(razorpay.message("refund.processed", { refund, payment }));
    expect(await refundsOf(trading.context.db, bought.order.orderId)).toMatchObject([
      { status: "Processed", providerId: refund?.id },
    ]);
    expect(await ledger()).toMatchObject({ status: "Refunded", flag: null });
  });

  test("that Razorpay refuses is told to the operator in its words, and goes when it is tried again", async () => {
    await paid();
    razorpay.behave = (then) => (request, response) => {
      if (!request.url?.endsWith("/refund")) return then(request, response);
      const error = { code: "BAD_REQUEST_ERROR", description: "Your account does not have enough balance." };
      response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify({ error }));
    };
    expect(await giveBack()).toMatchObject({
      status: "Failed",
      failure: "Your account does not have enough balance.",
      providerId: null,
    });
    razorpay.behave = null;
    expect(await retryRefund(trading.context, bought.order.orderId)).toBe(true);
    await trading.context.settle();
    expect(await ledger()).toMatchObject({ status: "Refunded", flag: null });
    expect(razorpay.refunds).toMatchObject([{ receipt: expect.stringMatching(/\.2$/) }]);
  });

  test("goes once though Razorpay refused it in words and sent it all the same", async () => {
    await paid();
    razorpay.behave = (then) => (request, response) => {
      if (!request.url?.endsWith("/refund")) return then(request, response);
      const { writeHead, end } = response;
      response.writeHead = () => writeHead.call(response, 400, { "content-type": "application/json" });
      response.end = () => end.call(response, '{"error":{"description":"Something went wrong."}}', "utf8");
      then(request, response);
    };
    expect(await giveBack()).toMatchObject({ status: "Failed" });
    razorpay.behave = null;
    await retryRefund(trading.context, bought.order.orderId);
    await trading.context.settle();
    expect(await ledger()).toMatchObject({ status: "Refunded", flag: null });
    expect(razorpay.refunds).toHaveLength(1);
  });

  test("that nobody asked for is flagged; Razorpay's own is not", async () => {
    const payment = await paid();
    const refund = { id: "rfnd_1234567890abcd", payment_id: payment.id, amount: 5, currency: "INR" };
    const own = { ...payment, captured: false, status: "refunded" };
    await hear(
      razorpay.message("refund.processed", { refund: { ...refund, status: "processed" }, payment: own }),
    );
    expect(await ledger()).toMatchObject({ flag: null });
    await hear(
      razorpay.message("refund.created", {
        refund: { ...refund, status: "pending", receipt: null },
        payment,
      }),
    );
    expect(await ledger()).toMatchObject({ flag: expect.stringContaining("nobody asked for") });
    expect(await outcomes()).toEqual(["Completed", "ignored", "unknown-refund"]);
  });
});

describe("unpaid for an hour", () => {
  test("the order lapses; money that comes days later brings it back or goes back", async () => {
    const id = await openWindow();
    trading.context.clock.advance(60 * MINUTE);
    await watchPayments(trading.context);
    await trading.context.settle();
    expect(await shown()).toBe("Cancelled/Expired");
    trading.context.clock.advance(2 * DAY);
    razorpay.pay(id, { status: "authorized" });
    expect((await watchLateMoney(trading.context)).asked).toBe(1);
    await trading.context.settle();
    expect(await shown()).toBe("Processing/Completed by upi");
    await expectSoundBooks(trading.context);
    expect((await watchLateMoney(trading.context)).asked).toBe(0);
  });

  test("an attempt that the bank is still at is waited for, one that was left is not", async () => {
    const id = await openWindow();
    trading.context.clock.advance(59 * MINUTE);
    razorpay.pay(id, { status: "created" });
    trading.context.clock.advance(MINUTE);
    await watchPayments(trading.context);
    await trading.context.settle();
    expect(await shown()).toBe("Pending/Pending");
    trading.context.clock.advance(15 * MINUTE);
    await watchPayments(trading.context);
    await trading.context.settle();
    expect(await shown()).toBe("Cancelled/Expired");
    // A week later no one asks any more.
    trading.context.clock.advance(7 * DAY);
    expect((await watchLateMoney(trading.context)).asked).toBe(0);
  });
});

test("an order that began with the test provider goes on with Razorpay once that is set up", async () => {
  const { context } = trading;
  await context.database.pool.query(
    "update payment set provider = 'test', session_id = 'old', session_address = '/pay/old'",
  );
  expect(await ask("return")).toMatchObject({ status: 200, body: { paymentStatus: "Pending" } });
  const id = await openWindow();
  expect(id).toMatch(/^order_/);
  expect(await ledger()).toMatchObject({ provider: "razorpay", sessionId: id, sessionAddress: null });

  bought = await buy(trading, "acacia-bowl", { by: await signedInCustomer(context) });
  await context.database.pool.query(
    "update payment set provider = 'test', session_id = 'older' where order_id = $1",
    [bought.order.orderId],
  );
  context.clock.advance(60 * MINUTE);
  await watchPayments(context);
  await context.settle();
  expect(await shown()).toBe("Cancelled/Expired");
});

test("the local speaker is no friend: other keys get nothing from it", async () => {
  const account = { ...razorpay.account, keySecret: "another-key-secret-00000" };
  const provider = razorpayPayments(account, () => trading.context.now());
  await expect(
    provider.fetchState({ sessionId: "order_1234567890abcd", amountPaise: 1, currency: "INR" }),
  ).rejects.toThrow("does not accept the keys");
});
