import { describe, expect, test } from "vitest";
import { testEngine } from "../../../tests/support/database.ts";
import { raceBefore } from "../../../tests/support/race.ts";
import { stockOf } from "../../../tests/support/stock-ledger.ts";
import { orderTransitions } from "../order-transitions.ts";
import { orderPaymentStatuses, orderPaymentTransitions, orderStatuses } from "../status.ts";
import {
  ask,
  bought,
  given,
  heard,
  pay,
  run,
  seen,
  shown,
  trading,
  setUpBoughtOrder,
} from "../../../tests/support/bought-order.ts";
import { approveCancellation, declineCancellation } from "./decide-cancellation.ts";
import { dispatchOrder } from "./dispatch-order.ts";
import { expireOrder } from "./expire-order.ts";
import { payOrder } from "./pay-order.ts";
import { refundOrder } from "./refund-order.ts";
import { setStatus } from "./set-status.ts";

setUpBoughtOrder();

describe("the database itself", () => {
  /** Every step between two statuses that it lets a row take. */
  async function timelineOf(column: string, statuses: readonly string[], row: string): Promise<string[]> {
    const { pool } = trading.context.database;
    const taken: string[] = [];
    for (const from of statuses) {
      for (const to of statuses.filter((status) => status !== from)) {
        await pool.query(`update orders set ${row}, ${column}_before = null, ${column} = $1`, [from]);
        const { rowCount } = await pool
          .query(`update orders set ${column}_before = ${column}, ${column} = $1`, [to])
          .catch((refused: { constraint?: string }) => {
            expect(refused.constraint).toMatch(/^orders_(payment_)?move$/);
            return { rowCount: 0 };
          });
        if (rowCount) taken.push(`${from} → ${to}`);
      }
    }
    return taken.toSorted();
  }

  const stepsIn = (moves: Record<string, readonly string[] | object>): string[] =>
    Object.entries(moves)
      .flatMap(([from, to]) => (Array.isArray(to) ? to : Object.keys(to)).map((one) => `${from} → ${one}`))
      .toSorted();

  /** As it was, for the books. */
  const putBack = () =>
    trading.context.database.pool.query(
      `update orders set status = 'Pending', status_before = null, refund_amount = null,
         payment_status = 'Pending', payment_status_before = null`,
    );

  test("refuses every step of an order that the table in code does not have", async () => {
    const paid = "payment_status = 'Completed'";
    expect(await timelineOf("status", orderStatuses, paid)).toEqual(stepsIn(orderTransitions));
    const cancelled = "status = 'Cancelled', refund_amount = 0";
    expect(await timelineOf("payment_status", orderPaymentStatuses, cancelled)).toEqual(
      stepsIn(orderPaymentTransitions),
    );
    await putBack();
  });

  test("keeps what has arrived, also from who does not say what it came from", async () => {
    await pay();
    await run("orders dispatch", { courier: "Delhivery", number: "1" });
    await run("orders deliver");
    for (const status of ["Pending", "Processing", "Cancelled"]) {
      await expect(
        trading.context.database.pool.query("update orders set status = $1", [status]),
      ).rejects.toThrow("violates check constraint");
    }
  });
});

/** One of them is held at its first change of the order while the other runs. */
describe.runIf(testEngine === "server")("rivals", () => {
  const change = /^update "orders"/;
  const orderId = () => bought.order.orderId;
  const dispatch = () => dispatchOrder(trading.context, orderId(), { courier: "Delhivery", number: "1" });
  const approve = () => approveCancellation(trading.context, orderId());
  const capture = () => trading.context.transact((tx) => payOrder(trading.context, tx, orderId(), "card"));
  const decline = () => declineCancellation(trading.context, orderId(), "It is packed.");
  const cancelByShop = () => setStatus(trading.context, orderId(), "Cancelled");
  const expire = () => trading.context.transact((tx) => expireOrder(trading.context, tx, orderId()));
  const race = (first: () => Promise<unknown>, rival: () => Promise<unknown>) =>
    raceBefore(trading.context, change, first, rival);

  test("a wish to cancel and the dispatch: whoever came first", async () => {
    await pay();
    expect(await race(ask, dispatch)).toEqual({ first: "done", rival: "refused" });
    expect(await seen()).not.toHaveProperty("tracking");
  });

  test("the dispatch and a wish to cancel: whoever came first", async () => {
    await pay();
    expect(await race(dispatch, ask)).toEqual({ first: "done", rival: "refused" });
    expect(await seen()).not.toHaveProperty("cancellation");
  });

  test("approve and approve: one refund", async () => {
    await pay();
    await ask();
    expect(await race(approve, approve)).toEqual({ first: "done", rival: "refused" });
    await trading.context.settle();
    expect(await given()).toEqual([284_982]);
    expect(await stockOf(trading.context, "acacia-bowl")).toEqual({ onHand: 3, reserved: 0 });
  });

  test.each([
    [
      "the shop's own cancelling and the dispatch",
      () => [cancelByShop, dispatch] as const,
      "Cancelled/Refunded",
    ],
    [
      "the dispatch and the shop's own cancelling",
      () => [dispatch, cancelByShop] as const,
      "Processing/Completed",
    ],
  ])("%s: whoever came first, and no parcel of a cancelled order", async (_, rivals, end) => {
    await pay();
    const [first, rival] = rivals();
    expect(await race(first, rival)).toEqual({ first: "done", rival: "refused" });
    await trading.context.settle();
    expect(await shown()).toBe(end);
    expect("tracking" in ((await seen()) ?? {})).toBe(end !== "Cancelled/Refunded");
  });

  test.each([
    ["yes and no", () => [approve, decline] as const, ["Approved"], [284_982]],
    ["no and yes", () => [decline, approve] as const, ["Rejected"], []],
  ])("%s to one wish: the first word counts", async (_, rivals, decisions, refunds) => {
    await pay();
    await ask();
    const [first, rival] = rivals();
    expect(await race(first, rival)).toEqual({ first: "done", rival: "refused" });
    await trading.context.settle();
    expect(heard).toEqual(decisions);
    expect(await given()).toEqual(refunds);
  });

  test("two refunds of a parcel that came broken: one goes", async () => {
    await pay();
    await dispatch();
    const refund = () => refundOrder(trading.context, orderId(), 100_000, "cracked");
    expect(await race(refund, refund)).toEqual({ first: "done", rival: "refused" });
    await trading.context.settle();
    expect(await given()).toEqual([100_000]);
  });

  test.each([
    ["expiry and money", () => [expire, capture] as const],
    ["money and expiry", () => [capture, expire] as const],
    ["the same money twice", () => [capture, capture] as const],
  ])("%s: the money wins, once", async (_, rivals) => {
    const [first, rival] = rivals();
    await race(first, rival);
    expect(await shown()).toBe("Processing/Completed");
    expect(await stockOf(trading.context, "acacia-bowl")).toEqual({ onHand: 2, reserved: 0 });
  });
});
