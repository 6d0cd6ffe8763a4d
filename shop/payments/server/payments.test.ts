// @engine: locks, races or SQL that the two engines could do differently.
import { describe, expect, test } from "vitest";
import { SECOND } from "#contract/time.ts";
import { signInCustomer } from "../../../tests/support/customer.ts";
import { provider, testShop } from "../../../tests/support/paying-shop.ts";
import { stockProducts } from "../../../tests/support/products.ts";
import { buyBowl, createCard, customer, openPaymentWindow, order, postPayments, readBowlStock, readOrderStates, readRows, setUpPayments, submitForm } from "../../../tests/support/test-payments.ts";
import { buy, openTestShop } from "../../../tests/support/test-shop.ts";
import { settleTestPayments } from "./test-provider/pay.ts";
import { watchPayments } from "./watch-payments.ts";

setUpPayments();

describe("the window", () => {
  test("is the same one however often and however many at once ask for it", async () => {
    const windows = await Promise.all(Array.from({ length: 10 }, openPaymentWindow));
    expect(new Set(windows).size).toBe(1);
    expect(await readRows("test_payment_session")).toHaveLength(1);
  });

  test("shows the amount, works in a frame of the shop only, and is never cached by a browser", async () => {
    const answer = await fetch(provider.url + (await openPaymentWindow()));
    const html = await answer.text();
    expect(html).toContain("Pay ₹2849.82");
    expect(html).toContain(`Order ${order.orderId}`);
    expect(html).not.toMatch(/<style|style=|onclick|<script(?![^>]* src=)/);
    // A sandboxed frame has no origin: WebKit lets nothing match 'self' in it.
    const policy = answer.headers.get("content-security-policy");
    for (const rule of ["style-src", "script-src", "form-action", "frame-ancestors"])
      expect(policy).toContain(`${rule} 'self' ${new URL(provider.url).origin}`);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    for (const [, asset] of html.matchAll(/(?:href|src)="(\/pay\/assets\/[^"]+)"/g)) {
      expect((await fetch(provider.url + asset)).status).toBe(200);
    }
  });

  test("is not opened for another's order, an unknown or a paid one", async () => {
    const ravi = await signInCustomer(testShop.context);
    expect((await postPayments("window", ravi)).status).toBe(404);
    expect((await postPayments("return", ravi)).status).toBe(404);
    const window = await openPaymentWindow();
    await submitForm(window, "card", createCard("4111 1111 1111 1111"));
    await testShop.context.settle();
    expect(await postPayments("window")).toMatchObject({ status: 409, body: { code: "paid" } });
  });

  test("is not opened again while a payment is under way, unless its customer has left that; nor after a lost webhook (§2.8, D102)", async () => {
    const window = await openPaymentWindow();
    await submitForm(window, "card", createCard("4000 0000 0000 0119"));
    expect(await postPayments("window")).toMatchObject({ status: 409, body: { code: "under_way" } });
    const again = await testShop.api
      .as(customer)
      .post("/api/payments/window", { orderId: order.orderId, again: true });
    expect(again).toMatchObject({ status: 200, body: { window } });

    await buyBowl();
    await submitForm(await openPaymentWindow(), "card", createCard("4000 0000 0000 0341"));
    expect(await postPayments("window")).toMatchObject({ status: 409, body: { code: "paid" } });
  });

  test("cannot be opened with the provider gone: 503, and the order is safe", async () => {
    const other = await openTestShop();
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
    const page = await submitForm(
      await openPaymentWindow(),
      way,
      way === "card" ? createCard(number) : { upi: number },
    );
    expect(page.html).toContain('data-state="captured"');
    await testShop.context.settle();
    expect(await readOrderStates()).toBe(`Processing/Completed by ${way}`);
    expect(await readBowlStock()).toEqual({ on_hand: 2, reserved: 0 });
  });

  test.each([
    ["4000 0000 0000 0002", "card", "The card was declined."],
    ["4000 0000 0000 9995", "card", "The card has insufficient funds."],
    ["failure@upi", "upi", "The UPI payment was declined."],
  ])("with %s fails, says why, and can be tried again", async (number, way, words) => {
    const window = await openPaymentWindow();
    const page = await submitForm(window, way, way === "card" ? createCard(number) : { upi: number });
    expect(page.html).toContain(words);
    await testShop.context.settle();
    expect(await readOrderStates()).toBe("Pending/Failed");
    expect(await readBowlStock()).toEqual({ on_hand: 3, reserved: 1 });
    await submitForm(await openPaymentWindow(), "card", createCard("4111 1111 1111 1111"));
    await testShop.context.settle();
    expect(await readOrderStates()).toBe("Processing/Completed by card");
  });

  test("with a one-time password: 4 to 10 digits pass, others do not", async () => {
    const window = await openPaymentWindow();
    expect((await submitForm(window, "card", createCard("4000 0027 6000 3184"))).html).toContain(
      "One-time password",
    );
    expect((await submitForm(window, "otp", { otp: "12a" })).html).toContain(
      "The one-time password was wrong.",
    );
    await submitForm(window, "card", createCard("4000 0027 6000 3184"));
    expect((await submitForm(window, "otp", { otp: "123456" })).html).toContain('data-state="captured"');
    await testShop.context.settle();
    expect(await readOrderStates()).toBe("Processing/Completed by card");
  });

  test("20 seconds later: the order waits and then changes by itself", async () => {
    expect(
      (await submitForm(await openPaymentWindow(), "card", createCard("4000 0000 0000 0119"))).html,
    ).toContain("Payment under way");
    await testShop.context.settle();
    expect(await readOrderStates()).toBe("Pending/Pending");
    expect(await postPayments("return")).toMatchObject({
      body: { paymentStatus: "Pending", underWay: true },
    });
    testShop.context.clock.advance(20 * SECOND);
    await settleTestPayments(testShop.context);
    await testShop.context.settle();
    expect(await readOrderStates()).toBe("Processing/Completed by card");
  });

  test("with a lost webhook: coming back asks the provider", async () => {
    await submitForm(await openPaymentWindow(), "card", createCard("4000 0000 0000 0341"));
    await testShop.context.settle();
    expect(await readOrderStates()).toBe("Pending/Pending");
    expect(await postPayments("return")).toMatchObject({ status: 200, body: { paymentStatus: "Completed" } });
    await testShop.context.settle();
    expect(await readOrderStates()).toBe("Processing/Completed by card");
  });

  test("with a lost webhook and a closed browser: the watch finds out", async () => {
    await submitForm(await openPaymentWindow(), "card", createCard("4000 0000 0000 0341"));
    expect((await watchPayments(testShop.context)).checked).toBe(1);
    await testShop.context.settle();
    expect(await readOrderStates()).toBe("Processing/Completed by card");
    expect((await watchPayments(testShop.context)).checked).toBe(0);
  });

  test("twice at once takes the money once", async () => {
    const window = await openPaymentWindow();
    await Promise.all(
      Array.from({ length: 10 }, () => submitForm(window, "card", createCard("4111 1111 1111 1111"))),
    );
    await testShop.context.settle();
    expect(await readRows("payment_event")).toHaveLength(1);
    expect(await readBowlStock()).toEqual({ on_hand: 2, reserved: 0 });
  });

  test("with any other number is refused and nothing typed is stored or repeated", async () => {
    const window = await openPaymentWindow();
    for (const fields of [
      createCard("4242 4242 4242 4242"),
      createCard(""),
      { ...createCard("4111 1111 1111 1111"), expiry: "10/26" },
    ]) {
      const page = await submitForm(window, "card", fields);
      expect(page.status).toBe(422);
      expect(page.html).not.toContain("4242");
    }
    expect((await submitForm(window, "upi", { upi: "asha@bank" })).status).toBe(422);
    expect(JSON.stringify([await readRows("test_payment_session"), await readRows("outbox")])).not.toMatch(
      /4242|asha@bank|Asha Patel/,
    );
    await testShop.context.settle();
    expect(await readOrderStates()).toBe("Pending/Pending");
  });

  test("cancelled in the window leaves everything as it was", async () => {
    expect((await submitForm(await openPaymentWindow(), "cancel", {})).html).toContain('data-state="closed"');
    expect(await postPayments("return")).toMatchObject({ body: { paymentStatus: "Pending" } });
  });
});

test("the provider's calls need its key", async () => {
  const answer = await fetch(`${provider.url}/pay/api/sessions`, {
    method: "POST",
    headers: { authorization: "Bearer guess" },
  });
  expect(answer.status).toBe(401);
});
