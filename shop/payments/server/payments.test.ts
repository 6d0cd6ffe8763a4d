import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { MINUTE, SECOND } from "#contract/time.ts";
import { onOrderChanged } from "../../realtime/server/on-order-changed.ts";
import { signedInCustomer, type Customer } from "../../../tests/support/customer.ts";
import { stockProducts } from "../../../tests/support/goods.ts";
import { saveTestKeys } from "../../../tests/support/paying.ts";
import {
  buy,
  openProvider,
  openTrading,
  type PlacedOrder,
  signedInAgain,
  type Trading,
} from "../../../tests/support/trading.ts";
import { findOwnOrder } from "#server/orders";
import { closePayment } from "./close-payment.ts";
import { paymentOf } from "./open-payment.ts";
import { readTestKeys, SIGNATURE_HEADER } from "./test-provider/keys.ts";
import { settleTestPayments } from "./test-provider/settle.ts";
import { watchPayments } from "./watch-payments.ts";

let trading: Trading;
let provider: Awaited<ReturnType<typeof openProvider>>;
let customer: Customer;
let order: PlacedOrder;

beforeAll(async () => {
  trading = await openTrading([onOrderChanged]);
  provider = await openProvider(trading.context);
});
afterAll(async () => {
  await provider.close();
  await trading.close();
});

beforeEach(async () => {
  const { context } = trading;
  await saveTestKeys(context);
  context.clock.set(new Date("2026-11-20T09:00:00.000Z"));
  await stockProducts(context, [{ id: "acacia-bowl", price: 249_900, onHand: 3 }]);
  ({ customer, order } = await buy(trading, "acacia-bowl"));
});

const ask = (path: string, by: Customer = customer) =>
  trading.api.as(by).post(`/api/payments/${path}`, { orderId: order.orderId });

async function openWindow(): Promise<string> {
  const answer = await ask("window");
  expect(answer).toMatchObject({
    status: 200,
    body: { success: true, provider: "test", expiresAt: "2026-11-20T10:00:00.000Z" },
  });
  return String(answer.body["window"]);
}

/** A plain form post, as a browser without scripts sends it; follows to the page it leads to. */
async function submit(
  window: string,
  form: string,
  fields: Record<string, string>,
): Promise<{ status: number; html: string }> {
  const answer = await fetch(`${provider.url}${window}/${form}`, {
    method: "POST",
    body: new URLSearchParams(fields),
  });
  return { status: answer.status, html: await answer.text() };
}

const card = (number: string) => ({ number, expiry: "12/30", cvv: "123", name: "Asha Patel" });

const shown = async () => {
  const now = await findOwnOrder(trading.context, customer.accountId, order.orderId);
  return `${now?.orderStatus}/${now?.paymentStatus}${now?.paymentMethod ? ` by ${now.paymentMethod}` : ""}`;
};

const bowl = async () => {
  const { rows } = await trading.context.database.pool.query(
    "select on_hand, reserved from stock where product_id = 'acacia-bowl'",
  );
  return rows[0] as { on_hand: number; reserved: number };
};

const rowsOf = async (table: string) =>
  (await trading.context.database.pool.query<Record<string, unknown>>(`select * from ${table}`)).rows;

describe("the window", () => {
  test("is the same one however often and however many at once ask for it", async () => {
    const windows = await Promise.all(Array.from({ length: 10 }, openWindow));
    expect(new Set(windows).size).toBe(1);
    expect(await rowsOf("test_payment_session")).toHaveLength(1);
  });

  test("shows the amount, works in a frame of the shop only, and is never kept by a browser", async () => {
    const answer = await fetch(provider.url + (await openWindow()));
    const html = await answer.text();
    expect(html).toContain("Pay ₹2849.82");
    expect(html).toContain(`Order ${order.orderId}`);
    expect(html).not.toMatch(/<style|style=|onclick|<script(?![^>]* src=)/);
    expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    for (const [, asset] of html.matchAll(/(?:href|src)="(\/pay\/assets\/[^"]+)"/g)) {
      expect((await fetch(provider.url + asset)).status).toBe(200);
    }
  });

  test("is not opened for another's order, an unknown or a paid one", async () => {
    const ravi = await signedInCustomer(trading.context);
    expect((await ask("window", ravi)).status).toBe(404);
    expect((await ask("return", ravi)).status).toBe(404);
    const window = await openWindow();
    await submit(window, "card", card("4111 1111 1111 1111"));
    await trading.context.settle();
    expect(await ask("window")).toMatchObject({ status: 409, body: { code: "paid" } });
  });

  test("is not opened again while a payment is under way, unless its customer has left that; nor after a lost webhook (D102)", async () => {
    const window = await openWindow();
    await submit(window, "card", card("4000 0000 0000 0119"));
    expect(await ask("window")).toMatchObject({ status: 409, body: { code: "under_way" } });
    const again = await trading.api
      .as(customer)
      .post("/api/payments/window", { orderId: order.orderId, again: true });
    expect(again).toMatchObject({ status: 200, body: { window } });

    ({ order, customer } = await buy(trading, "acacia-bowl"));
    await submit(await openWindow(), "card", card("4000 0000 0000 0341"));
    expect(await ask("window")).toMatchObject({ status: 409, body: { code: "paid" } });
  });

  test("cannot be opened with the provider gone: 503, and the order is safe", async () => {
    const other = await openTrading();
    try {
      await stockProducts(other.context, [{ id: "acacia-bowl" }]);
      const bought = await buy(other, "acacia-bowl");
      const answer = await other.api
        .as(bought.customer)
        .post("/api/payments/window", { orderId: bought.order.orderId });
      expect(answer).toMatchObject({ status: 503, body: { code: "unavailable" } });
      expect(answer.headers["retry-after"]).toBeDefined();
    } finally {
      await other.close();
    }
  });
});

describe("paying", () => {
  test.each([
    ["4111 1111 1111 1111", "card"],
    ["4111111111111111", "card"],
    ["4000 0000 0000 0259", "card"],
    ["success@upi", "upi"],
  ])("with %s pays the order and sells the piece", async (number, way) => {
    const page = await submit(await openWindow(), way, way === "card" ? card(number) : { upi: number });
    expect(page.html).toContain('data-state="captured"');
    await trading.context.settle();
    expect(await shown()).toBe(`Processing/Completed by ${way}`);
    expect(await bowl()).toEqual({ on_hand: 2, reserved: 0 });
  });

  test.each([
    ["4000 0000 0000 0002", "card", "The card was declined."],
    ["4000 0000 0000 9995", "card", "The card has insufficient funds."],
    ["failure@upi", "upi", "The UPI payment was declined."],
  ])("with %s fails, says why, and can be tried again", async (number, way, words) => {
    const window = await openWindow();
    const page = await submit(window, way, way === "card" ? card(number) : { upi: number });
    expect(page.html).toContain(words);
    await trading.context.settle();
    expect(await shown()).toBe("Pending/Failed");
    expect(await bowl()).toEqual({ on_hand: 3, reserved: 1 });
    await submit(await openWindow(), "card", card("4111 1111 1111 1111"));
    await trading.context.settle();
    expect(await shown()).toBe("Processing/Completed by card");
  });

  test("with a one-time password: 4 to 10 digits pass, others do not", async () => {
    const window = await openWindow();
    expect((await submit(window, "card", card("4000 0027 6000 3184"))).html).toContain("One-time password");
    expect((await submit(window, "otp", { otp: "12a" })).html).toContain("The one-time password was wrong.");
    await submit(window, "card", card("4000 0027 6000 3184"));
    expect((await submit(window, "otp", { otp: "123456" })).html).toContain('data-state="captured"');
    await trading.context.settle();
    expect(await shown()).toBe("Processing/Completed by card");
  });

  test("20 seconds later: the order waits and then changes by itself", async () => {
    expect((await submit(await openWindow(), "card", card("4000 0000 0000 0119"))).html).toContain(
      "Payment under way",
    );
    await trading.context.settle();
    expect(await shown()).toBe("Pending/Pending");
    expect(await ask("return")).toMatchObject({ body: { paymentStatus: "Pending", underWay: true } });
    trading.context.clock.advance(20 * SECOND);
    await settleTestPayments(trading.context);
    await trading.context.settle();
    expect(await shown()).toBe("Processing/Completed by card");
  });

  test("with a lost webhook: coming back asks the provider", async () => {
    await submit(await openWindow(), "card", card("4000 0000 0000 0341"));
    await trading.context.settle();
    expect(await shown()).toBe("Pending/Pending");
    expect(await ask("return")).toMatchObject({ status: 200, body: { paymentStatus: "Completed" } });
    await trading.context.settle();
    expect(await shown()).toBe("Processing/Completed by card");
  });

  test("with a lost webhook and a closed browser: the watch finds out", async () => {
    await submit(await openWindow(), "card", card("4000 0000 0000 0341"));
    expect((await watchPayments(trading.context)).asked).toBe(1);
    await trading.context.settle();
    expect(await shown()).toBe("Processing/Completed by card");
    expect((await watchPayments(trading.context)).asked).toBe(0);
  });

  test("twice at once takes the money once", async () => {
    const window = await openWindow();
    await Promise.all(Array.from({ length: 10 }, () => submit(window, "card", card("4111 1111 1111 1111"))));
    await trading.context.settle();
    expect(await rowsOf("payment_event")).toHaveLength(1);
    expect(await bowl()).toEqual({ on_hand: 2, reserved: 0 });
  });

  test("with any other number is refused and nothing typed is kept or repeated", async () => {
    const window = await openWindow();
    for (const fields of [
      card("4242 4242 4242 4242"),
      card(""),
      { ...card("4111 1111 1111 1111"), expiry: "10/26" },
    ]) {
      const page = await submit(window, "card", fields);
      expect(page.status).toBe(422);
      expect(page.html).not.toContain("4242");
    }
    expect((await submit(window, "upi", { upi: "asha@bank" })).status).toBe(422);
    expect(JSON.stringify([await rowsOf("test_payment_session"), await rowsOf("outbox")])).not.toMatch(
      /4242|asha@bank|Asha Patel/,
    );
    await trading.context.settle();
    expect(await shown()).toBe("Pending/Pending");
  });

  test("cancelled in the window leaves everything as it was", async () => {
    expect((await submit(await openWindow(), "cancel", {})).html).toContain('data-state="closed"');
    expect(await ask("return")).toMatchObject({ body: { paymentStatus: "Pending" } });
  });
});

describe("a webhook", () => {
  const send = async (
    news: Record<string, unknown>,
    secret?: string,
    tamper: (body: string) => string = (body) => body,
  ) => {
    const { webhookSecret } = await readTestKeys(trading.context);
    const body = JSON.stringify(news);
    const signature = createHmac("sha256", secret ?? webhookSecret)
      .update(body)
      .digest("hex");
    return fetch(`${provider.url}/api/payments/webhook/test`, {
      method: "POST",
      headers: { "content-type": "application/json", [SIGNATURE_HEADER]: signature },
      body: tamper(body),
    });
  };

  const captured = async (more: Record<string, unknown> = {}) => {
    const window = await openWindow();
    return {
      sessionId: window.slice("/pay/".length),
      eventId: "event-0001",
      fact: "captured",
      amountPaise: 284_982,
      currency: "INR",
      method: "card",
      ...more,
    };
  };

  test("that is forged, tampered with or unsigned is refused and not stored (T16)", async () => {
    const news = await captured();
    expect((await send(news, "a guess")).status).toBe(401);
    expect((await send(news, undefined, (body) => body.replace("284982", "284983"))).status).toBe(401);
    const unsigned = await fetch(`${provider.url}/api/payments/webhook/test`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(news),
    });
    expect(unsigned.status).toBe(401);
    expect((await send({ hello: "world" })).status).toBe(400);
    expect(await rowsOf("payment_event")).toEqual([]);
    await trading.context.settle();
    expect(await shown()).toBe("Pending/Pending");
  });

  test("told ten times counts once", async () => {
    const news = await captured();
    for (let time = 0; time < 10; time++) expect((await send(news)).status).toBe(200);
    await trading.context.settle();
    expect(await rowsOf("payment_event")).toMatchObject([{ outcome: "Completed" }]);
    expect(await bowl()).toEqual({ on_hand: 2, reserved: 0 });
  });

  test("that comes late, in whatever order, undoes nothing", async () => {
    const news = await captured();
    for (const [index, fact] of ["failed", "captured", "processing", "failed", "expired"].entries()) {
      await send({ ...news, fact, eventId: `event-000${index}` });
      await trading.context.settle();
    }
    expect(await paymentOf(trading.context.db, order.orderId)).toMatchObject({
      status: "Completed",
      flag: null,
    });
    expect(await shown()).toBe("Processing/Completed by card");
    expect(await bowl()).toEqual({ on_hand: 2, reserved: 0 });
  });

  test.each([{ amountPaise: 100 }, { currency: "USD" }])(
    "about other money (%j) is flagged and fulfils nothing (T16)",
    async (other) => {
      await send(await captured(other));
      await trading.context.settle();
      expect(await shown()).toBe("Pending/Pending");
      expect(await paymentOf(trading.context.db, order.orderId)).toMatchObject({
        status: "Pending",
        flag: expect.stringContaining("instead of 284982 INR"),
      });
      expect(await rowsOf("payment_event")).toMatchObject([{ outcome: "mismatch" }]);
    },
  );

  test("about a session nobody knows changes nothing", async () => {
    await send(await captured({ sessionId: "somebody-elses" }));
    await trading.context.settle();
    expect(await rowsOf("payment_event")).toMatchObject([{ outcome: "unknown-session" }]);
  });
});

describe("unpaid for an hour", () => {
  test("the order is cancelled, the piece is free, and nobody can pay any more", async () => {
    const window = await openWindow();
    trading.context.clock.advance(60 * MINUTE);
    await watchPayments(trading.context);
    await trading.context.settle();
    expect(await shown()).toBe("Cancelled/Expired");
    expect(await bowl()).toEqual({ on_hand: 3, reserved: 0 });
    expect((await submit(window, "card", card("4111 1111 1111 1111"))).html).toContain("No longer payable");
    const again = await ask("window", await signedInAgain(trading, customer));
    expect(again).toMatchObject({ status: 409, body: { code: "not_payable" } });
  });

  test("a window that was never opened expires as well", async () => {
    trading.context.clock.advance(60 * MINUTE);
    await watchPayments(trading.context);
    await trading.context.settle();
    expect(await shown()).toBe("Cancelled/Expired");
  });

  test("money that came in the last second counts, though its webhook was lost", async () => {
    const window = await openWindow();
    trading.context.clock.advance(60 * MINUTE - 1);
    await submit(window, "card", card("4000 0000 0000 0341"));
    trading.context.clock.advance(1);
    await watchPayments(trading.context);
    await trading.context.settle();
    expect(await shown()).toBe("Processing/Completed by card");
  });

  test("a payment still under way is waited for", async () => {
    const window = await openWindow();
    trading.context.clock.advance(60 * MINUTE - 1);
    await submit(window, "card", card("4000 0000 0000 0119"));
    trading.context.clock.advance(30 * SECOND);
    await watchPayments(trading.context);
    await trading.context.settle();
    expect(await shown()).toBe("Pending/Pending");
    await settleTestPayments(trading.context);
    await trading.context.settle();
    expect(await shown()).toBe("Processing/Completed by card");
  });

  test("paying and closing at the same moment: one of them wins, at the provider and here alike", async () => {
    for (let round = 0; round < 10; round++) {
      ({ order, customer } = await buy(trading, "acacia-bowl"));
      const window = await openWindow();
      const [closing, page] = await Promise.all([
        closePayment(trading.context, order.orderId),
        submit(window, "card", card("4111 1111 1111 1111")),
      ]);
      await trading.context.settle();
      const paid = page.html.includes('data-state="captured"');
      expect(closing).toBe(paid ? "paid" : "closed");
      expect(await shown()).toBe(paid ? "Processing/Completed by card" : "Cancelled/Expired");
      await trading.context.database.pool.query("update stock set on_hand = 3, reserved = 1");
    }
  });
});

test("the provider's calls need its key", async () => {
  const answer = await fetch(`${provider.url}/pay/api/sessions`, {
    method: "POST",
    headers: { authorization: "Bearer guess" },
  });
  expect(answer.status).toBe(401);
});
