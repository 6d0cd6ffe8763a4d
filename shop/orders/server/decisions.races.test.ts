import { orderTransitions } from "../order-transitions.ts";
import { describe, expect, test } from "vitest";
import {
  bought,
  findBoughtOrder,
  publishedEvents,
  payBoughtOrder,
  readRefunds,
  readStatus,
  requestCancellation,
  runOrderCommand,
  setUpBoughtOrder,
} from "../../../tests/support/bought-order.ts";
import { testEngine } from "../../../tests/support/database.ts";
import { listAllowedMoves, listMoves, readStock } from "../../../tests/support/ledger.ts";
import { raceBefore } from "../../../tests/support/race.ts";
import { context } from "../../../tests/support/test-shop.ts";
import { paymentStatuses } from "#shop/payments/payment.ts";
import { orderPaymentTransitions, orderStatuses } from "../status.ts";
import { approveCancellation, cancelOrder, declineCancellation, expireOrder } from "./cancellations.ts";
import { dispatchParcel } from "#shop/parcels/server/dispatch-order.ts";
import { payOrder } from "./payment-events.ts";
import { refundOrder } from "./refunds.ts";

setUpBoughtOrder();

const listChanges = (column: string, statuses: readonly string[], row: string) =>
  listAllowedMoves(statuses, /^orders_(payment_)?move$/, (status, isChange) =>
    context.database.pool.query(
      isChange
        ? `update orders set ${column}_before = ${column}, ${column} = $1`
        : `update orders set ${row}, ${column}_before = null, ${column} = $1`,
      [status],
    ),
  );

const putBack = () =>
  context.database.pool.query(
    `update orders set status = 'Pending', status_before = null, refund_amount = null,
         payment_status = 'Pending', payment_status_before = null`,
  );

test("the database refuses every status change of an order that the code does not allow", async () => {
  const paid = "payment_status = 'Completed'";
  expect(await listChanges("status", orderStatuses, paid)).toEqual(listMoves(orderTransitions));
  const cancelled = "status = 'Cancelled', refund_amount = 0";
  expect(await listChanges("payment_status", paymentStatuses, cancelled)).toEqual(
    listMoves(orderPaymentTransitions),
  );
  await putBack();
});

test("the database refuses to change a delivered order to Pending, Processing or Cancelled", async () => {
  await payBoughtOrder();
  await runOrderCommand("orders dispatch", { courier: "Delhivery", number: "1" });
  await runOrderCommand("orders deliver");
  for (const status of ["Pending", "Processing", "Cancelled"]) {
    await expect(context.database.pool.query("update orders set status = $1", [status])).rejects.toThrow(
      "violates check constraint",
    );
  }
});

/** Each test pauses the first change just before it updates the order, and then runs the second change. */
describe.runIf(testEngine === "server")("concurrent changes of one order", () => {
  const change = /^update "orders"/;
  const orderId = () => bought.order.orderId;
  const dispatch = () => dispatchParcel(context, orderId(), { courier: "Delhivery", number: "1" });
  const approve = () => approveCancellation(context, orderId());
  const capture = () => context.transact((tx) => payOrder(context, tx, orderId(), "card"));
  const decline = () => declineCancellation(context, orderId(), "It is packed.");
  const cancelByShop = () => cancelOrder(context, orderId(), "no stock");
  const expire = () => context.transact((tx) => expireOrder(context, tx, orderId()));
  type Competitors = readonly [first: () => Promise<unknown>, second: () => Promise<unknown>];
  const race = (first: () => Promise<unknown>, second: () => Promise<unknown>) =>
    raceBefore(context, change, first, second);

  test.each<[string, () => Competitors, string]>([
    ["a request to cancel and the dispatch", () => [requestCancellation, dispatch], "tracking"],
    ["the dispatch and a request to cancel", () => [dispatch, requestCancellation], "cancellation"],
  ])("if %s are concurrent, only the first has an effect", async (_, competitors, missing) => {
    await payBoughtOrder();
    expect(await race(...competitors())).toEqual({ first: "done", second: "refused" });
    expect(await findBoughtOrder()).not.toHaveProperty(missing);
  });

  test.each<[string, () => Competitors, string]>([
    ["the shop's cancellation and the dispatch", () => [cancelByShop, dispatch], "Cancelled/Refunded"],
    ["the dispatch and the shop's cancellation", () => [dispatch, cancelByShop], "Processing/Completed"],
  ])(
    "if %s are concurrent, only the first has an effect, and no cancelled order has a parcel",
    async (_, competitors, end) => {
      await payBoughtOrder();
      expect(await race(...competitors())).toEqual({ first: "done", second: "refused" });
      await context.settle();
      expect(await readStatus()).toBe(end);
      expect("tracking" in ((await findBoughtOrder()) ?? {})).toBe(end !== "Cancelled/Refunded");
    },
  );

  test.each<[string, () => Competitors, string[], number[]]>([
    ["the approval and the decline", () => [approve, decline], ["Approved"], [284_982]],
    ["the decline and the approval", () => [decline, approve], ["Rejected"], []],
  ])(
    "if %s of one cancellation request are concurrent, only the first has an effect",
    async (_, competitors, decisions, refunds) => {
      await payBoughtOrder();
      await requestCancellation();
      expect(await race(...competitors())).toEqual({ first: "done", second: "refused" });
      await context.settle();
      expect(publishedEvents).toEqual(decisions);
      expect(await readRefunds()).toEqual(refunds);
    },
  );

  test("if two concurrent refunds together exceed the payment, the second refund is refused", async () => {
    await payBoughtOrder();
    await dispatch();
    const refund = () => refundOrder(context, orderId(), { amountPaise: 200_000, reason: "cracked" });
    expect(await race(refund, refund)).toEqual({ first: "done", second: "refused" });
    await context.settle();
    expect(await readRefunds()).toEqual([200_000]);
  });

  test.each<[string, () => Competitors]>([
    ["the expiry and the payment", () => [expire, capture]],
    ["the payment and the expiry", () => [capture, expire]],
  ])("if %s are concurrent, the order is paid and its piece is sold once", async (_, competitors) => {
    await race(...competitors());
    expect(await readStatus()).toBe("Processing/Completed");
    expect(await readStock(context, "acacia-bowl")).toEqual({ onHand: 2, reserved: 0 });
  });
});
