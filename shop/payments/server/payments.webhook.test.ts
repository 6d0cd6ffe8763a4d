import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { MINUTE, SECOND } from "#contract/time.ts";
import { signedInAgain } from "../../../tests/support/trading.ts";
import {
  ask,
  buyAnother,
  bowl,
  card,
  customer,
  openWindow,
  order,
  provider,
  rowsOf,
  shown,
  submit,
  trading,
  setUpPayments,
} from "../../../tests/support/test-payments.ts";
import { closePayment } from "./close-payment.ts";
import { paymentOf } from "./open-payment.ts";
import { readTestKeys, SIGNATURE_HEADER } from "./test-provider/keys.ts";
import { settleTestPayments } from "./test-provider/settle.ts";
import { watchPayments } from "./watch-payments.ts";

setUpPayments();

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
      await buyAnother();
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
