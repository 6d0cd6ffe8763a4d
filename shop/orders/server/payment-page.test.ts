import type { FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import { HOUR } from "#contract/time.ts";
import { signLink } from "#platform/http/signed-link.ts";
import { askPlainApp, getLinkCode, openPlainApp } from "../../../tests/support/api.ts";
import { phoneOrderSecrets, runTyped, takePhoneOrder } from "../../../tests/support/bought-order.ts";
import { context, provider, readRows, setUpShop } from "../../../tests/support/test-shop.ts";
import { anonymiseOrders } from "#shop/orders/server/anonymise-orders.ts";
import { TRACKING_LINK } from "#shop/orders/order-links.ts";
import { recordCancellationRequest } from "#shop/orders/server/cancellations.ts";
import { serveOrderPayment } from "./payment-page.ts";

setUpShop({ goods: [{ id: "acacia-bowl", title: "Acacia <b>Bowl", price: 249_900, onHand: 20 }] });

let app: FastifyInstance;
let readLog: () => string;
beforeEach(async () => {
  ({ app, readLog } = await openPlainApp(context, serveOrderPayment));
});
afterEach(() => app.close());

const open = (href: string) => askPlainApp(app, href);

const pay = (href: string) => askPlainApp(app, href, { pay: "yes" });

async function payInFrame(html: string, number = "4111 1111 1111 1111"): Promise<void> {
  const [, address = ""] = /<iframe [^>]*src="([^"]+)" sandbox="allow-forms allow-scripts"/.exec(html) ?? [];
  await fetch(`${provider.url}${address}/card`, {
    method: "POST",
    body: new URLSearchParams({ number, expiry: "12/30", cvv: "123", name: "Somebody" }),
  });
}

const show = (orderId: string) => runTyped("orders show", { orderId });

const readState = async () =>
  (await readRows("orders")).map((row) => `${String(row["status"])}/${String(row["payment_status"])}`);

test("the pay link shows the amount and pieces of its order, and no customer data (T41)", async () => {
  const { href, orderId, paymentLink } = await takePhoneOrder(context);
  expect(await show(orderId)).toMatchObject({
    facts: { "Link to pay": paymentLink, "Link opened": "not yet" },
    data: { paymentLink, payment: { linkOpenedAt: null } },
  });
  const page = await open(href);
  expect((await show(orderId)).facts).toMatchObject({ "Link opened": "20 Nov 2026 at 2:30 pm" });
  expect(page.status).toBe(200);
  for (const each of [orderId, "₹5798.64", "2 × Acacia &#60;b&#62;Bowl", "21 Nov 2026 at 2:30 pm", "Pay now"])
    expect(page.html).toContain(each);
  // E-mail programs open links automatically, so opening the link must not create a payment at the provider.
  expect(await readRows("payment")).toMatchObject([{ session_id: null }]);

  const window = await pay(href);
  expect(window.headers).toMatchObject({
    "content-security-policy": expect.stringMatching(/^default-src 'none';.*; frame-src 'self'$/),
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
  });
  await payInFrame(window.html, "4000 0000 0000 0002");
  expect((await open(href)).html).toContain("The payment did not go through, and nothing was charged.");
  await payInFrame((await pay(href)).html);
  const paid = await open(href);
  expect(paid.html).toContain("Payment received. Thank you!");
  expect(paid.html).not.toContain("Pay now");
  await context.settle();
  expect(await readState()).toEqual(["Processing/Completed"]);
  const shown = await show(orderId);
  expect(shown.facts).not.toHaveProperty("Link to pay");
  expect(shown.data).toMatchObject({ paymentLink: null });
  const again = await pay(href);
  expect(again).toMatchObject({ status: 409, html: expect.stringContaining("This order is already paid.") });
  expect(again.html).not.toContain("<iframe");

  for (const { html } of [page, window, paid, again])
    for (const secret of phoneOrderSecrets) expect(html, secret).not.toContain(secret);
});

test("a pay link that is guessed, expired, issued for another purpose or of a deleted account is refused (T41)", async () => {
  const { href, orderId, accountId } = await takePhoneOrder(context);
  const other = await takePhoneOrder(context, { email: "ravi@example.com" });
  const [seal = "", , until = ""] = getLinkCode(href).split(".");
  const first = await open("/pay-order#nothing");
  expect(first.status).toBe(404);
  const forged = [
    `${seal}.${other.orderId}.${until}`,
    `${seal}.${orderId}.${Number(until) + 1}`,
    `${seal}.${orderId}`,
    `${"A".repeat(43)}.${orderId}.${until}`,
    signLink(context, TRACKING_LINK, orderId),
    signLink(context, "order-dispatch", `${orderId}.${until}`),
    signLink(context, "order-payment", orderId),
    signLink(context, "order-payment", `TRV-NONE.${until}`),
  ];
  for (const link of forged) expect((await pay(`/pay-order#${link}`)).html, link).toBe(first.html);
  await recordCancellationRequest(context, accountId, orderId, { reasons: [], comments: "" });
  const suspended = await pay(href);
  expect(suspended.html).toContain("You asked us to cancel this order.");
  expect(suspended.html).not.toContain("<iframe");

  context.clock.advance(24 * HOUR + 1_000);
  const late = await pay(other.href);
  expect(late).toMatchObject({
    status: 409,
    html: expect.stringContaining(
      "This order can no longer be paid. To buy the pieces, please order them again.",
    ),
  });
  await context.transact((tx) => anonymiseOrders(tx, accountId));
  expect((await open(href)).html).toBe(first.html);
  context.clock.advance(24 * HOUR);
  expect((await open(other.href)).html).toBe(first.html);
  expect((await pay(other.href)).html).toBe(first.html);
  expect(await readState()).not.toContain("Processing/Completed");
});

test("the pay link is not logged and is rate-limited, and data posted by the provider's page does not pay the order (T41)", async () => {
  const { href } = await takePhoneOrder(context);
  const posted = { razorpay_payment_id: "pay_forged", razorpay_signature: "00" };
  const back = await askPlainApp(app, "/pay-order", posted);
  expect(back).toMatchObject({ status: 303, headers: { location: "/pay-order" } });
  for (let opened = 0; opened < 59; opened++) await open("/pay-order#nothing");
  expect((await open(href)).status).toBe(200);
  expect(await readState()).toEqual(["Pending/Pending"]);
  expect((await open(href)).status).toBe(429);
  expect((await pay(href)).status).toBe(429);
  expect(readLog()).not.toContain(getLinkCode(href));
});
