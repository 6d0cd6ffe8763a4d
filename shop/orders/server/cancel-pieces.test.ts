import fc from "fast-check";
import { HOUR } from "#contract/time.ts";
import { isRefused } from "#platform/http/refuse.ts";
import { CommandRefused } from "#platform/operator/command.ts";
import { describe, expect, test } from "vitest";
import { defineSubscriber } from "#platform/outbox/subscriber.ts";
import { listParcelsToPack } from "#shop/parcels/server/parcels-to-pack.ts";
import {
  accountId,
  findSold as read,
  orderId,
  publishedEvents,
  say,
  sell,
  setUpSold,
} from "../../../tests/support/bought-order.ts";
import { testEngine } from "../../../tests/support/database.ts";
import type { GstReturn } from "#shop/invoices/server/gst-return/gst-return.ts";
import { findOrderMailData } from "./serialize-order.ts";
import { expectConsistentLedger, readStock } from "../../../tests/support/ledger.ts";
import { pickSize } from "../../../tests/support/long-form.ts";
import { raceBefore } from "../../../tests/support/race.ts";
import { context } from "../../../tests/support/test-shop.ts";
import { dispatchParcel } from "#shop/parcels/server/dispatch-order.ts";
import { orderPartCancelled } from "../events.ts";
import { recordCancellationRequest } from "./cancellations.ts";
import type { PieceCancellation } from "../piece-cancellation.ts";
import type { Pieces } from "../returned-pieces.ts";
import { cancelOwnPieces, cancelPieces, listPieceRefunds } from "./cancel-pieces.ts";
import { refundOrder } from "./refunds.ts";
import { cancelOrder } from "./cancellations.ts";
import { parcel } from "./tables.ts";

setUpSold({
  goods: [
    { id: "spoon", title: "Spoon", price: 10_001 },
    { id: "mat", title: "Mat", price: 33_333, onHand: 500 },
  ],
  subscribers: [
    defineSubscriber(orderPartCancelled, "test.part-cancelled", async (_context, { amountPaise }) => {
      publishedEvents.push(`cancelled ${amountPaise}`);
    }),
  ],
});

const bowl = [{ productId: "bowl", quantity: 1 }];
const cancelBowl = () => cancelPieces(context, orderId, { pieces: bowl, reason: "cracked" });

test("when pieces are cancelled, they are refunded and restocked, a credit note is issued, and the other pieces can be sent", async () => {
  expect((await say("orders cancel", { line: "bowl:1", reason: "it cracked" })).message).toBe(
    `Cancelled and put back in stock: 1 × Acacia Bowl of ${orderId}. ₹1,040.11 is refunded to the customer.`,
  );
  expect(publishedEvents).toEqual(["cancelled 104011"]);
  expect(await readStock(context, "bowl")).toEqual({ onHand: 4, reserved: 0 });
  expect(await read()).toMatchObject({
    orderStatus: "Processing",
    refundAmount: 1040.11,
    items: [{ quantity: 2, cancelled: 1 }, { quantity: 1 }],
    creditNotes: [{ number: "CN26-27/000001" }],
  });
  expect((await say("orders pack")).message).toContain("1 × Acacia Bowl, 1 × Teak Tray");
  expect((await say("orders list")).data).toMatchObject([
    {
      lines: [
        { quantity: 2, cancelled: 1 },
        { quantity: 1, cancelled: 0 },
      ],
    },
  ]);

  await say("orders dispatch", { courier: "Delhivery", number: "1" });
  expect(await read()).toMatchObject({ orderStatus: "Processing", tracking: { number: "1" } });
  expect(await read()).not.toHaveProperty("parcels");
  expect((await say("orders deliver")).message).toBe(`${orderId} is delivered.`);
});

const ofBowl = () => ({ orderId, productId: "bowl" });
const cancelOwn = (body: Partial<PieceCancellation> = {}) =>
  cancelOwnPieces(context, accountId, ofBowl(), { quantity: 1, known: 0, amount: 1040.11, ...body });

test("a customer who cancels a piece is refunded the amount shown, and a repeated request changes nothing (§5)", async () => {
  expect(await read()).toMatchObject({ items: [{ cancellable: 2 }, { cancellable: 1 }] });
  expect(await listPieceRefunds(context, accountId, ofBowl())).toEqual([104_011, 208_022]);
  expect(await cancelOwn({ amount: 1040 })).toMatchObject({ code: "changed" });
  expect(await cancelOwn({ quantity: 3 })).toMatchObject({ code: "no_such_pieces" });
  expect(await cancelOwn()).toBeNull();
  expect(await cancelOwn()).toBeNull();
  expect(await cancelOwn({ known: 5 })).toMatchObject({ code: "changed" });
  await context.settle();
  expect(publishedEvents).toEqual(["cancelled 104011"]);
  expect(await read()).toMatchObject({
    refundAmount: 1040.11,
    items: [{ quantity: 2, cancelled: 1, cancellable: 1 }, { quantity: 1 }],
  });
});

test("after 60 requests for the refund amounts of pieces, the customer must wait (security §10)", async () => {
  for (let asked = 0; asked < 60; asked++)
    expect(await listPieceRefunds(context, accountId, ofBowl())).toHaveLength(2);
  expect(await listPieceRefunds(context, accountId, ofBowl())).toMatchObject({ code: "too_many" });
});

test("the last piece of an order can be cancelled only with the whole order (§5)", async () => {
  expect(await cancelOwn({ quantity: 2, amount: 2080.22 })).toBeNull();
  expect(await read()).not.toHaveProperty("items.1.cancellable");
  const tray = { orderId, productId: "tray" };
  expect(await listPieceRefunds(context, accountId, tray)).toMatchObject({ code: "whole_order" });
  expect(await cancelOwnPieces(context, accountId, tray, { quantity: 1, known: 0, amount: 0 })).toMatchObject(
    { code: "whole_order" },
  );
});

test("a customer cannot cancel pieces of another customer's order, nor pieces after the time limit, the dispatch or a cancellation request (§5, D74)", async () => {
  const other = "00000000-0000-7000-8000-000000000000";
  const body = { quantity: 1, known: 0, amount: 1040.11 };
  expect(await cancelOwnPieces(context, other, ofBowl(), body)).toMatchObject({ code: "not_found" });
  await recordCancellationRequest(context, accountId, orderId, { reasons: [], comments: "" });
  expect(await cancelOwn()).toMatchObject({ code: "requested" });
  await sell();
  await dispatchParcel(context, orderId, { courier: "D", number: "1" });
  expect(await cancelOwn()).toMatchObject({ code: "dispatched" });
  await sell([{ productId: "mat", quantity: 2 }]);
  expect(await read()).toHaveProperty("items.0.cancellable", 1);
  context.clock.advance(24 * HOUR + 1);
  expect(await cancelOwnPieces(context, accountId, { orderId, productId: "mat" }, body)).toMatchObject({
    code: "expired",
  });
  expect(await read()).not.toHaveProperty("items.0.cancellable");
});

test("a request to cancel pieces that cannot be cancelled is refused and changes nothing", async () => {
  await expect(say("orders cancel", { line: "bowl:3", reason: "x" })).rejects.toThrow(
    "Only 2 of bowl are left to send",
  );
  await expect(say("orders cancel", { line: "spoon:1", reason: "x" })).rejects.toThrow("are left to send");
  await expect(say("orders cancel", { line: "bowl:2\ntray:1", reason: "x" })).rejects.toThrow(
    "These are all the pieces of",
  );
  await dispatchParcel(context, orderId, { courier: "D", number: "1" }, { pieces: bowl });
  await expect(say("orders cancel", { reason: "x" })).rejects.toThrow("is on its way");
  await expect(say("orders refund", { line: "tray:1", reason: "x" })).rejects.toThrow(
    `1 of tray in ${orderId} has not been dispatched yet. Cancel these pieces (tray:1) instead`,
  );
  await expect(say("orders refund", { reason: "x" })).rejects.toThrow("has not been dispatched yet");
  await say("orders refund", { line: "bowl:1", reason: "cracked" });
  await say("orders cancel", { line: "bowl:1", reason: "x" });
  await expect(say("orders cancel", { line: "bowl:1", reason: "x" })).rejects.toThrow("are left to send");
  expect(publishedEvents).toHaveLength(1);
});

test("cancelling the rest of an order refunds the remaining money, the e-mail states this amount, and GSTR-1 leaves the order out (T54)", async () => {
  await cancelBowl();
  await context.settle();
  expect((await say("orders cancel", { reason: "cracked" })).message).toBe(
    `${orderId} was cancelled. ₹3,931.35 is refunded to the customer.`,
  );
  const mail = await findOrderMailData(context, orderId);
  expect(mail).toMatchObject({ refundPaise: 393_135, sold: { refundAmount: 497_146 } });
  const { gstr1 } = (await say("report gstr1", { month: "2026-11" })).data as { gstr1: GstReturn };
  expect(gstr1.hsn).toBeUndefined();

  await sell();
  await cancelBowl();
  await recordCancellationRequest(context, accountId, orderId, { reasons: [], comments: "" });
  await expect(cancelBowl()).rejects.toThrow("has asked to cancel the whole order");
  expect((await say("orders cancel --approve", { amount: "1000" })).message).toBe(
    `${orderId} was cancelled. ₹1,000.00 is refunded to the customer.`,
  );
  const kept = (await say("report gstr1", { month: "2026-11" })).data as { gstr1: GstReturn };
  expect(kept.gstr1.hsn).toMatchObject({ hsn_b2c: [{ qty: 0 }] });
});

test("an order counts as delivered when its shipped pieces are delivered and the rest is cancelled", async () => {
  await say("orders dispatch", { line: "tray:1", courier: "D", number: "1" });
  await say("orders deliver");
  expect((await read())?.orderStatus).toBe("Processing");
  await say("orders cancel", { line: "bowl:2", reason: "cracked" });
  expect((await read())?.orderStatus).toBe("Delivered");
  expect(await listParcelsToPack(context.db)).toEqual([]);
});

test("if 20 concurrent requests each cancel one of two pieces, exactly two requests succeed (T16)", async () => {
  const ends = await Promise.allSettled(Array.from({ length: 20 }, cancelBowl));
  await context.settle();
  expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  expect(await readStock(context, "bowl")).toEqual({ onHand: 5, reserved: 0 });
});

test("credit notes never exceed the invoice, after any sequence of cancelling, refunding and shipping (T16, D92)", async () => {
  type Change = (pieces: Pieces[], paise: number) => Promise<unknown>;
  const reason = "a test";
  let sent = 0;
  const changes: Record<string, Change> = {
    cancel: (pieces) => cancelPieces(context, orderId, { pieces, reason }),
    send: (pieces) => dispatchParcel(context, orderId, { courier: "D", number: `n${sent++}` }, { pieces }),
    refund: (pieces) => refundOrder(context, orderId, { amountPaise: null, pieces, reason }),
    money: (_, amountPaise) => refundOrder(context, orderId, { amountPaise, reason }),
    all: () => cancelOrder(context, orderId, reason),
  };
  const piece = fc.record({
    productId: fc.constantFrom("mat", "spoon", "tray"),
    quantity: fc.integer({ min: 1, max: 3 }),
  });
  const act = fc.record({
    change: fc.constantFrom(...Object.keys(changes)),
    pieces: fc.array(piece, { minLength: 1, maxLength: 2 }),
    paise: fc.integer({ min: 1, max: 300_000 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 6 }), async (acts) => {
      await sell([
        { productId: "spoon", quantity: 3 },
        { productId: "mat", quantity: 1 },
      ]);
      for (const { change, pieces, paise } of acts) {
        const done = changes[change]?.(pieces, paise);
        await done?.catch((cause: Error) =>
          expect(`${cause.name} ${cause.message} ${String(cause.cause)}`).toMatch(
            /^(CommandRefused|UsageError) /,
          ),
        );
        await context.settle();
        context.clock.advance(1_000);
      }
      const { rows } = await context.database.pool.query<{ sold: string; back: string; promised: string }>(
        `select (select amount from invoice i where i.order_id = o.id and i.kind = 'invoice') as sold,
           coalesce((select sum(amount) from invoice i where i.order_id = o.id and i.kind = 'credit-note'), 0) as back,
           coalesce(o.refund_amount, 0) as promised from orders o where o.order_id = $1`,
        [orderId],
      );
      expect(Number(rows[0]?.back)).toBe(Number(rows[0]?.promised));
      expect(Number(rows[0]?.back)).toBeLessThanOrEqual(Number(rows[0]?.sold));
      await expectConsistentLedger(context);
    }),
    { numRuns: pickSize(4, 60) },
  );
});

describe.runIf(testEngine === "server")("concurrent changes of one order", () => {
  const change = /^update "order/;

  const send = () => dispatchParcel(context, orderId, { courier: "D", number: "1" });
  const cancel = async () => {
    if (isRefused(await cancelOwn())) throw new CommandRefused("refused");
  };

  test.each([
    ["the dispatch is first, and the cancellation is refused", send, cancel, "refused", 0],
    ["the cancellation is first, and only the rest is sent", cancel, send, "done", 1],
  ] as const)(
    "a piece is either cancelled or dispatched, even if both are requested at the same time: %s",
    async (_, first, other, second, cancelled) => {
      expect(await raceBefore(context, change, first, other)).toEqual({ first: "done", second });
      expect(await context.db.select({ pieces: parcel.pieces }).from(parcel)).toEqual([
        {
          pieces: [
            { productId: "bowl", quantity: 2 - cancelled },
            { productId: "tray", quantity: 1 },
          ],
        },
      ]);
    },
  );

  test("cancelling a piece and the whole order at the same time refunds the money once", async () => {
    const all = () => cancelOrder(context, orderId, "no stock");
    expect(await raceBefore(context, change, cancelBowl, all)).toEqual({
      first: "done",
      second: "done",
    });
    await context.settle();
    expect((await read())?.refundAmount).toBe(4971.46);
  });
});
