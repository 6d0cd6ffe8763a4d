import type { FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DAY } from "#contract/time.ts";
import { signLink } from "#platform/http/signed-link.ts";
import { askPlainApp, getLinkCode, openPlainApp } from "../../../tests/support/api.ts";
import { stockProducts } from "../../../tests/support/products.ts";
import { shippingAddress } from "../../../tests/support/samples.ts";
import { buy, buyPaid, context, setUpShop, testShop } from "../../../tests/support/test-shop.ts";
import { anonymiseOrders } from "#shop/orders/server/anonymise-orders.ts";
import { dispatchParcel } from "./dispatch-order.ts";
import { findOrderMailData } from "#shop/orders/server/serialize-order.ts";
import { refundOrder } from "#shop/orders/server/refunds.ts";
import { deliverOrder } from "#shop/orders/server/order-parcels.ts";
import { serveTracking } from "./tracking-page.ts";

setUpShop();

let app: FastifyInstance;
let readLog: () => string;
beforeEach(async () => {
  ({ app, readLog } = await openPlainApp(context, serveTracking));
});
afterEach(() => app.close());

const open = (href: string) => askPlainApp(app, href);

async function buyBowls() {
  await stockProducts(context, [{ id: "bowl", title: "Acacia <b>Bowl</b>", price: 249_900 }]);
  const bought = await buyPaid("bowl", { quantity: 37 });
  const { orderId } = bought.order;
  const href = (await findOrderMailData(context, orderId))?.trackingHref ?? "";
  return { ...bought, orderId, href };
}

test("a tracking link shows the progress of the order, and no customer data (T39)", async () => {
  const { orderId, href, customer } = await buyBowls();
  const shown = await open(href);
  expect(shown.status).toBe(200);
  for (const each of [
    orderId,
    "Acacia &#60;b&#62;Bowl",
    "20 Nov 2026",
    "Expected delivery",
    "Your order is paid.",
  ])
    expect(shown.html).toContain(each);

  await dispatchParcel(context, orderId, { courier: "Delhivery", number: "77 <i>" });
  expect((await open(href)).html).toContain(`href="https://www.delhivery.com/track-v2/package/77%3Ci%3E"`);
  await refundOrder(context, orderId, { amountPaise: 12_300, reason: "cracked" });
  expect((await open(href)).html).toContain("Part of the payment is being refunded.");
  await deliverOrder(context, orderId, { inPerson: true });
  const last = await open(href);
  expect(last.html).toContain("Your order has arrived.");

  const { street, city, state, zipCode, phoneNumber } = shippingAddress;
  const secrets = [customer.email, customer.accountId, street, city, state, zipCode, phoneNumber];
  for (const secret of [...secrets, "₹", "Rs", "37", "123", "26-27/", "Asha"]) {
    expect(withoutRandomTexts(shown.html), secret).not.toContain(secret);
    expect(withoutRandomTexts(last.html), secret).not.toContain(secret);
  }
  expect(last.headers).toMatchObject({
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex, nofollow",
    "content-security-policy": expect.stringMatching(/^default-src 'none'; style-src 'self';/),
  });
  expect(last.html).not.toContain("<script");
});

/** The order number and the paths of the tree ring are random, so they may contain the digits of a secret. */
const withoutRandomTexts = (html: string): string => html.replaceAll(/ d="[^"]*"|TRV-\w{6}/g, "");

test("a tracking link that is guessed, expired, issued for another purpose or of a deleted account is refused (T39)", async () => {
  const { orderId, href, customer } = await buyBowls();
  const other = await buy(testShop, "bowl");
  const [seal = ""] = getLinkCode(href).split(".");
  const forged = [
    `${seal}.${other.order.orderId}`,
    `${seal}.${orderId.toLowerCase()}`,
    `${seal.slice(0, -1)}.${orderId}`,
    `${"A".repeat(43)}.${orderId}`,
    `${"é".repeat(43)}.${orderId}`,
    `.${orderId}`,
    orderId,
    signLink(context, "order-dispatch", orderId),
    signLink(context, "order-tracking", "TRV-NONE"),
  ];
  const first = await open("/track#nothing");
  expect(first).toMatchObject({ status: 404, html: expect.stringContaining("Log in") });
  for (const link of forged)
    expect(await open(`/track#${link}`), link).toMatchObject({ ...first, headers: expect.anything() });

  context.clock.advance(90 * DAY);
  expect((await open(href)).status).toBe(200);
  context.clock.advance(1_000);
  expect((await open(href)).html).toBe(first.html);
  await deliverOrder(context, orderId, { inPerson: true });
  expect((await open(href)).status).toBe(200);
  await context.transact((tx) => anonymiseOrders(tx, customer.accountId));
  expect((await open(href)).html).toBe(first.html);
});

test("tracking links are not logged, and one IP address can open sixty in a minute (T39)", async () => {
  const { href } = await buyBowls();
  const { db } = context;
  context.db = new Proxy(db, {
    get() {
      throw new Error("the database is gone");
    },
  });
  const failed = await open(href);
  context.db = db;
  expect(failed).toMatchObject({ status: 500, html: expect.stringContaining("That did not work") });
  for (let opened = 1; opened < 60; opened++) await open(href);
  expect((await open(href)).status).toBe(429);
  expect(readLog()).toContain("plain page failed");
  expect(readLog()).not.toContain(getLinkCode(href));
});

test("the code of a tracking link is only in the URL's fragment, and the form accepts a pasted link or code (T39)", async () => {
  const { href, orderId } = await buyBowls();
  const code = getLinkCode(href);
  expect(href).toBe(`/track#${code}`);
  const landing = await open("/track");
  expect(landing).toMatchObject({ status: 200, html: expect.stringContaining("Link from the e-mail") });
  expect(landing.headers).toMatchObject({
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "content-security-policy": expect.stringMatching(
      /^default-src 'none';.*; script-src 'self'; connect-src 'self'$/,
    ),
  });
  const { publicUrl } = context.config;
  for (const pasted of [code, ` ${publicUrl}${href} `, `${publicUrl}/track/${code}`, `/track%23${code}`])
    expect((await askPlainApp(app, "/track", { link: pasted })).html).toContain(orderId);
  expect(await askPlainApp(app, "/track", { link: "" })).toMatchObject({
    status: 303,
    headers: { location: "/track" },
  });
  expect(await open(`/track%23${code}`)).toMatchObject({
    status: 303,
    headers: { location: `/track#${code}`, "cache-control": "no-store" },
  });
});
