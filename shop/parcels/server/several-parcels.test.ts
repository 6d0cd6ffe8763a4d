import { readFileSync } from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { DAY } from "#contract/time.ts";
import { defineSubscriber } from "#platform/outbox/subscriber.ts";
import { orderDelivered, orderDispatched, parcelDelivered } from "#shop/orders/events.ts";
import { parcelTransitions } from "#shop/orders/parcels.ts";
import { parcelStatuses } from "#shop/orders/status.ts";
import { findOrderMailData } from "#shop/orders/server/serialize-order.ts";
import { invoice } from "#shop/documents/server/tables.ts";
import { orderRefund, orders, parcel } from "#shop/orders/server/tables.ts";
import {
  findSold as read,
  orderId,
  publishedEvents,
  say,
  sell,
  send,
  setUpSold,
} from "../../../tests/support/bought-order.ts";
import { listAllowedMoves, listMoves } from "../../../tests/support/ledger.ts";
import { context, setUpPage } from "../../../tests/support/test-shop.ts";
import { dispatchParcel } from "./dispatch-order.ts";
import { listParcelsToPack } from "./parcels-to-pack.ts";
import { serveTracking } from "./tracking-page.ts";

const note = (name: string) => async (_context: unknown, payload: object) =>
  void publishedEvents.push(`${name} ${(payload as { parcel?: number }).parcel ?? ""}`.trim());

setUpSold({
  subscribers: [
    defineSubscriber(orderDispatched, "test.dispatched", note("dispatched")),
    defineSubscriber(parcelDelivered, "test.parcel-delivered", note("parcel delivered")),
    defineSubscriber(orderDelivered, "test.delivered", note("delivered")),
  ],
});
const askPage = setUpPage(serveTracking);

test("an order in two parcels counts as delivered when both parcels are delivered", async () => {
  await expect(
    say("orders dispatch", { courier: "Delhivery", number: "1", line: "tray:1" }, false),
  ).rejects.toThrow(
    `Mark 1 × Teak Tray of ${orderId} as dispatched with Delhivery, number 1? 2 × Acacia Bowl will still be left to send.`,
  );
  expect((await send("1", "tray:1")).message).toBe(
    `Parcel 1 of ${orderId} is on its way with Delhivery, number 1. The pieces that are left are in the list of orders to pack.`,
  );
  expect(await read()).toMatchObject({
    orderStatus: "Processing",
    tracking: { courier: "Delhivery", number: "1" },
    parcels: [{ position: 1, status: "Sent", pieces: [{ productId: "tray", quantity: 1 }] }],
  });
  const shown = await say("orders show");
  expect(shown.facts).toMatchObject({ "To send": "2 × Acacia Bowl" });
  expect(shown.data).toMatchObject({
    lines: expect.arrayContaining([
      expect.objectContaining({ productId: "tray", unsent: 0 }),
      expect.objectContaining({ productId: "bowl", unsent: 2 }),
    ]),
  });
  expect((await say("orders pack")).message).toContain("2 × Acacia Bowl\n  The rest of the order");
  const declared = await say("orders addresses", { for: "delhivery", weight: "800", size: "30x20x10" });
  // 2 × ₹899.00 with 18 % GST, less its share of the coupon.
  expect(declared.rows?.[0]).toContain("₹2,080.22");

  await expect(send("2", "tray:1")).rejects.toThrow(
    `No pieces of tray are left to send in ${orderId}. Still to send: bowl:2.`,
  );
  await expect(say("orders deliver", {}, false)).rejects.toThrow(
    `Mark parcel 1 of ${orderId} as delivered? 2 pieces are still to be sent. The order is marked as delivered when all its parcels have arrived. You cannot undo this. The customer gets an e-mail.`,
  );
  expect((await send("2")).message).toBe(`Parcel 2 of ${orderId} is on its way with Delhivery, number 2.`);
  expect(await listParcelsToPack(context.db)).toEqual([]);
  await expect(say("orders deliver")).rejects.toThrow(
    "several parcels on their way. Enter the number of the parcel:",
  );
  await expect(say("orders deliver", { parcel: "3" })).rejects.toThrow(
    "has no parcel 3. Its parcels are 1, 2.",
  );

  expect((await say("orders deliver", { parcel: "2" })).message).toContain("Parcel 2");
  expect(await read()).toMatchObject({
    orderStatus: "Processing",
    parcels: [{ status: "Sent" }, { status: "Delivered" }],
  });
  await expect(say("orders deliver", { parcel: "2" })).rejects.toThrow(
    "has already been delivered, on 20 Nov 2026",
  );
  expect((await say("orders deliver")).message).toContain(`${orderId} is delivered.`);
  expect(await read()).toMatchObject({ orderStatus: "Delivered" });
  expect(publishedEvents).toEqual(["dispatched 1", "dispatched 2", "parcel delivered 2", "delivered"]);
});

test("dispatching a parcel again corrects its courier without a second parcel or a second e-mail", async () => {
  await send("1", "bowl:1");
  expect((await send("1")).message).toContain("Parcel 1");
  expect((await read())?.parcels).toHaveLength(1);
  await send("2");
  await expect(send("3")).rejects.toThrow("Enter the number of the parcel to correct:");
  await say("orders dispatch", { courier: "Blue Dart", number: "22", parcel: "2" });
  expect(await read()).toMatchObject({
    tracking: { number: "1" },
    parcels: [{}, { tracking: { courier: "Blue Dart", number: "22" } }],
  });
  expect(publishedEvents).toEqual(["dispatched 1", "dispatched 2"]);
});

const FIRST_PARCELS = path.resolve(import.meta.dirname, "../../../migrations/0144-orders-first-parcels.sql");

test("an order dispatched by an earlier version of the shop has one parcel with all its pieces", async () => {
  const now = context.now();
  const tracking = { courier: "Delhivery", number: "7" };
  await context.db.update(orders).set({ tracking, dispatchedAt: now }).where(eq(orders.orderId, orderId));
  await context.db.update(invoice).set({ recipient: null });
  await context.database.pool.query(readFileSync(FIRST_PARCELS, "utf8"));
  expect(await context.db.select().from(invoice)).toMatchObject([
    { recipient: { shippingAddress: { city: "Pune" }, contact: { firstName: "Asha" } } },
  ]);
  expect(await read()).not.toHaveProperty("parcels");
  await expect(send("8", "bowl:1")).rejects.toThrow("No pieces of bowl are left to send");
  await send("8");
  expect(await read()).toMatchObject({ tracking: { number: "8" } });
  await say("orders deliver");
  expect(await context.db.select().from(parcel)).toMatchObject([
    { position: 1, status: "Delivered", pieces: [{ productId: "bowl", quantity: 2 }, { productId: "tray" }] },
  ]);
});

test("if a partly sent order is handed over in person, the order and its sent parcel count as delivered", async () => {
  await send("1", "bowl:1");
  await say("orders deliver", { "in-person": "on" });
  expect(await read()).toMatchObject({ orderStatus: "Delivered" });
  expect(await context.db.select().from(parcel)).toMatchObject([{ status: "Delivered" }]);
  expect(await listParcelsToPack(context.db)).toEqual([]);
});

test("the pick list shows a replacement before an order with a later deadline", async () => {
  await send("1");
  await say("orders replace", { line: "bowl:1", reason: "cracked" });
  const replaced = orderId;
  context.clock.advance(7 * DAY);
  await sell();
  const { data, message } = await say("orders pack");
  expect(data).toMatchObject({
    orders: [
      {
        orderId: replaced,
        pieces: [{ quantity: 1, title: "Acacia Bowl" }],
        remarks: ["Replacement free of charge"],
      },
      { orderId, remarks: [] },
    ],
  });
  expect(message).toMatch(new RegExp(`^${replaced} .*\n  Replacement free of charge\n${orderId} `));
});

test("pieces of an order that was handed over in person can be sent again and refunded", async () => {
  await say("orders deliver", { "in-person": "on" });
  expect((await say("orders show")).facts).not.toHaveProperty("To send");
  await say("orders replace", { line: "bowl:1", reason: "cracked" });
  expect(await context.db.select().from(parcel)).toMatchObject([
    { isReplacement: true, pieces: [{ productId: "bowl", quantity: 1 }] },
  ]);
  expect(await read()).toMatchObject({ parcels: [{ replaces: true, status: "Waiting" }] });
  expect(await listParcelsToPack(context.db)).toMatchObject([{ position: 1 }]);
  await say("orders refund", { line: "tray:1", reason: "scratched" });
  expect(await context.db.select().from(orderRefund)).toMatchObject([
    { pieces: [{ productId: "tray", quantity: 1 }] },
  ]);
  await send("9");
  expect(await read()).toMatchObject({
    parcels: [{ replaces: true, status: "Sent", tracking: { number: "9" } }],
  });
});

test("the tracking page shows the status of a sent parcel and its products, without their quantities (T39)", async () => {
  await send("77", "tray:1");
  const href = (await findOrderMailData(context, orderId))?.trackingHref ?? "";
  const { html } = await askPage(href);
  const text = html.replaceAll(/<[^>]*>|\s+/g, " ").replaceAll(/ +/g, " ");
  expect(text).toContain("1 of 3 pieces has left our workshop. The rest will follow in another parcel.");
  expect(text).toContain(
    "Parcel 1 State On its way since 20 Nov 2026 Pieces Teak Tray Courier Delhivery Number 77",
  );
});

test("the database refuses every status change of a parcel that the code does not allow", async () => {
  await send("1");
  const { pool } = context.database;
  const allowed = await listAllowedMoves(parcelStatuses, /^parcel_move$/, (status, isChange) =>
    pool.query(
      `update parcel set status_before = ${isChange ? "status" : "null"}, status = $1::text,
         delivered_at = case $1::text when 'Delivered' then now() end,
         lost_at = case $1::text when 'Lost' then now() end,
         dispatched_at = case when $1::text <> 'Waiting' then now() end,
         tracking = case when $1::text <> 'Waiting' then '{"courier":"D","number":"1"}'::jsonb end`,
      [status],
    ),
  );
  expect(allowed).toEqual(listMoves(parcelTransitions));
});

test("only one of 20 concurrent dispatches of the same pieces succeeds", async () => {
  const attempts = Array.from({ length: 20 }, (_, at) =>
    dispatchParcel(
      context,
      orderId,
      { courier: "Delhivery", number: String(at) },
      { pieces: [{ productId: "tray", quantity: 1 }] },
    ),
  );
  const ends = await Promise.allSettled(attempts);
  await context.settle();
  expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect((await read())?.parcels).toHaveLength(1);
  expect(publishedEvents).toEqual(["dispatched 1"]);
});
