import type { FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DAY } from "#contract/time.ts";
import { signLink } from "#platform/http/signed-link.ts";
import { askPlainApp, getLinkCode, openPlainApp } from "../../../tests/support/api.ts";
import { buy, context, payWith, provider, setUpShop, testShop } from "../../../tests/support/test-shop.ts";
import { operatorAudit } from "#platform/operator/tables.ts";
import { recordCancellationRequest } from "#shop/orders/server/cancellations.ts";
import { buildDispatchHref, serveDispatch } from "./dispatch-page.ts";
import { dispatchOrder } from "./dispatch-order.ts";
import { orders } from "#shop/orders/server/tables.ts";
import { buildTrackingHref } from "#shop/orders/server/read-orders.ts";

setUpShop({ goods: [{ id: "acacia-bowl", price: 249_900, onHand: 20 }] });

let app: FastifyInstance;
let readLog: () => string;
beforeEach(async () => {
  ({ app, readLog } = await openPlainApp(context, serveDispatch));
});
afterEach(() => app.close());

const open = (href: string) => askPlainApp(app, href);

const post = (href: string, typed: Record<string, string>) =>
  askPlainApp(app, href, { courier: "", ...typed });

const typed = { courier: "Delhivery", number: "1234567890" };

async function buyPaid() {
  const bought = await buy(testShop, "acacia-bowl", { quantity: 2 });
  await payWith(testShop, provider.url, bought);
  const { orderId } = bought.order;
  return { ...bought, orderId, href: buildDispatchHref(context, orderId) };
}

const readState = async () => ({
  parcels: (await context.db.select().from(orders)).map(({ tracking }) => tracking?.number ?? null),
  audit: (await context.db.select().from(operatorAudit)).map(
    ({ osUser, command, arguments: typed, outcome }) =>
      [osUser, command, typed["courier"], typed["number"], outcome].join(": "),
  ),
});

test("T40: opening the link, as mail programs do, changes nothing; the form dispatches once, recorded as the command is", async () => {
  const { orderId, href } = await buyPaid();
  const page = await open(href);
  expect(page.status).toBe(200);
  for (const each of [orderId, "14 Lake View Road", "9876543210", "2 × ", "Blue Dart", "Mark as dispatched"])
    expect(page.html).toContain(each);
  expect(page.headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
  expect(page.html).not.toContain("<script");
  expect(await readState()).toEqual({ parcels: [null], audit: [] });

  const taps = await Promise.all([post(href, typed), post(href, { ...typed, number: "99" })]);
  expect(taps.map(({ status }) => String(status)).toSorted()).toEqual(["200", "409"]);
  const { parcels, audit } = await readState();
  expect(["1234567890", "99"]).toContain(parcels[0]);
  expect(audit.toSorted()).toEqual(
    [
      `link from mail: orders dispatch: Delhivery: ${parcels[0] === "99" ? "1234567890" : "99"}: refused`,
      `link from mail: orders dispatch: Delhivery: ${parcels[0]}: done`,
    ].toSorted(),
  );
  expect(taps.find(({ status }) => status === 409)?.html).toContain("Nothing was changed");
  const done = taps.find(({ status }) => status === 200);
  for (const { html } of [done ?? page, await open(href)]) {
    for (const each of [`>${parcels[0]}<`, "It is marked as dispatched"]) expect(html).toContain(each);
    expect(html).not.toContain("14 Lake View Road");
  }
});

test("T40: no other link dispatches: guessed, of another order or purpose, too old, of an order not to be sent", async () => {
  const { orderId, href, customer } = await buyPaid();
  const [seal = "", , until = ""] = getLinkCode(href).split(".");
  const other = await buy(testShop, "acacia-bowl");
  for (const link of [
    `${seal}.${other.order.orderId}.${until}`,
    `${seal}.${orderId}.${Number(until) + 1}`,
    `${seal}.${orderId}`,
    getLinkCode(buildTrackingHref(context, orderId)),
    signLink(context, "order-tracking", `${orderId}.${until}`),
  ]) {
    expect((await post(`/dispatch#${link}`, typed)).html, link).toContain("This link does not work");
    for (const old of ["#", "/"]) expect((await open(`/dispatch${old}${link}`)).status, link).toBe(404);
  }
  const unpaid = await post(buildDispatchHref(context, other.order.orderId), typed);
  expect(unpaid.html).toContain("is not to be sent");

  await recordCancellationRequest(context, customer.accountId, orderId, { reasons: [], comments: "" });
  expect((await post(href, typed)).html).toContain("asks to cancel it");
  expect((await open(href)).html).toContain("asks to cancel it");

  const third = await buyPaid();
  context.clock.advance(7 * DAY + 1_000);
  expect((await open(third.href)).html).toContain("This link is too old");
  expect((await post(third.href, typed)).html).toContain("This link is too old");
  const { parcels } = await readState();
  expect(parcels).toEqual([null, null, null]);
  await dispatchOrder(context, third.orderId, typed);
  expect((await open(third.href)).html).toContain("It is marked as dispatched");
});

test("T40: the link is in no log, and an address opens sixty a minute; what was typed stays then too", async () => {
  const { href } = await buyPaid();
  for (let opened = 0; opened < 60; opened++) await open(href);
  expect((await open(href)).status).toBe(429);
  const refused = await post(href, typed);
  expect(refused).toMatchObject({ status: 429, html: expect.stringContaining(`value="1234567890"`) });
  expect(refused.headers["retry-after"]).toBe("1");
  expect(readLog()).not.toContain(getLinkCode(href));
});
