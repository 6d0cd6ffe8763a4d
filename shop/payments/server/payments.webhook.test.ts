// @engine: locks, races or SQL that the two engines could do differently.
import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { MINUTE, SECOND } from "#contract/time.ts";
import { provider, testShop } from "../../../tests/support/paying-shop.ts";
import { buyBowl, createCard, customer, openPaymentWindow, order, postPayments, readBowlStock, readOrderStates, readRows, setUpPayments, submitForm } from "../../../tests/support/test-payments.ts";
import { signInAgain } from "../../../tests/support/test-shop.ts";
import { closePayment } from "./payment-events.ts";
import { findPayment } from "./payments.ts";
import { readTestKeys, SIGNATURE_HEADER } from "./test-provider/keys.ts";
import { settleTestPayments } from "./test-provider/pay.ts";
import { watchPayments } from "./watch-payments.ts";

setUpPayments();

describe("a webhook", () => {
  const send = async (
    news: Record<string, unknown>,
    secret?: string,
    tamper: (body: string) => string = (body) => body,
  ) => {
    const { webhookSecret } = await readTestKeys(testShop.context);
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
    const window = await openPaymentWindow();
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
    expect(await readRows("payment_event")).toEqual([]);
    await testShop.context.settle();
    expect(await readOrderStates()).toBe("Pending/Pending");
  });

  test("sent ten times counts once", async () => {
    const news = await captured();
    for (let time = 0; time < 10; time++) expect((await send(news)).status).toBe(200);
    await testShop.context.settle();
    expect(await readRows("payment_event")).toMatchObject([{ outcome: "Completed" }]);
    expect(await readBowlStock()).toEqual({ on_hand: 2, reserved: 0 });
  });

  test("that comes late, in whatever order, undoes nothing", async () => {
    const news = await captured();
    for (const [index, fact] of ["failed", "captured", "processing", "failed", "expired"].entries()) {
      await send({ ...news, fact, eventId: `event-000${index}` });
      await testShop.context.settle();
    }
    expect(await findPayment(testShop.context.db, order.orderId)).toMatchObject({
      status: "Completed",
      flag: null,
    });
    expect(await readOrderStates()).toBe("Processing/Completed by card");
    expect(await readBowlStock()).toEqual({ on_hand: 2, reserved: 0 });
  });

  test.each([{ amountPaise: 100 }, { currency: "USD" }])(
    "about other money (%j) is flagged and fulfils nothing (T16)",
    async (other) => {
      await send(await captured(other));
      await testShop.context.settle();
      expect(await readOrderStates()).toBe("Pending/Pending");
      expect(await findPayment(testShop.context.db, order.orderId)).toMatchObject({
        status: "Pending",
        flag: expect.stringContaining("instead of 284982 INR"),
      });
      expect(await readRows("payment_event")).toMatchObject([{ outcome: "mismatch" }]);
    },
  );

  test("about an unknown session changes nothing", async () => {
    await send(await captured({ sessionId: "somebody-elses" }));
    await testShop.context.settle();
    expect(await readRows("payment_event")).toMatchObject([{ outcome: "unknown-session" }]);
  });
});

describe("unpaid for an hour", () => {
  test("the order is cancelled, the piece is free, and no one can pay any more", async () => {
    const window = await openPaymentWindow();
    testShop.context.clock.advance(60 * MINUTE);
    await watchPayments(testShop.context);
    await testShop.context.settle();
    expect(await readOrderStates()).toBe("Cancelled/Expired");
    expect(await readBowlStock()).toEqual({ on_hand: 3, reserved: 0 });
    expect((await submitForm(window, "card", createCard("4111 1111 1111 1111"))).html).toContain(
      "No longer payable",
    );
    const again = await postPayments("window", await signInAgain(testShop, customer));
    expect(again).toMatchObject({ status: 409, body: { code: "not_payable" } });
  });

  test("a window that was never opened expires as well", async () => {
    testShop.context.clock.advance(60 * MINUTE);
    await watchPayments(testShop.context);
    await testShop.context.settle();
    expect(await readOrderStates()).toBe("Cancelled/Expired");
  });

  test("money that came in the last second counts, though its webhook was lost", async () => {
    const window = await openPaymentWindow();
    testShop.context.clock.advance(60 * MINUTE - 1);
    await submitForm(window, "card", createCard("4000 0000 0000 0341"));
    testShop.context.clock.advance(1);
    await watchPayments(testShop.context);
    await testShop.context.settle();
    expect(await readOrderStates()).toBe("Processing/Completed by card");
  });

  test("a payment still under way is waited for", async () => {
    const window = await openPaymentWindow();
    testShop.context.clock.advance(60 * MINUTE - 1);
    await submitForm(window, "card", createCard("4000 0000 0000 0119"));
    testShop.context.clock.advance(30 * SECOND);
    await watchPayments(testShop.context);
    await testShop.context.settle();
    expect(await readOrderStates()).toBe("Pending/Pending");
    await settleTestPayments(testShop.context);
    await testShop.context.settle();
    expect(await readOrderStates()).toBe("Processing/Completed by card");
  });

  test("paying and closing at the same moment: one of them wins, at the provider and here alike", async () => {
    for (let round = 0; round < 10; round++) {
      await buyBowl();
      const window = await openPaymentWindow();
      const [closing, page] = await Promise.all([
        closePayment(testShop.context, order.orderId),
        submitForm(window, "card", createCard("4111 1111 1111 1111")),
      ]);
      await testShop.context.settle();
      const paid = page.html.includes('data-state="captured"');
      expect(closing).toBe(paid ? "paid" : "closed");
      expect(await readOrderStates()).toBe(paid ? "Processing/Completed by card" : "Cancelled/Expired");
      await testShop.context.database.pool.query("update stock set on_hand = 3, reserved = 1");
    }
  });
});
