// @engine: locks, races or SQL that the two engines could do differently.
import { describe, expect, test } from "vitest";
import { bought, findBoughtOrder, heard, payBoughtOrder, readRefunds, readStatus, requestCancellation, runOrderCommand, setUpBoughtOrder } from "../../../tests/support/bought-order.ts";
import { testEngine } from "../../../tests/support/database.ts";
import { readStock } from "../../../tests/support/ledger.ts";
import { testShop } from "../../../tests/support/paying-shop.ts";
import { raceBefore } from "../../../tests/support/race.ts";
import { orderTransitions } from "./order-transitions.ts";
import { orderPaymentStatuses, orderPaymentTransitions, orderStatuses } from "../status.ts";
import { approveCancellation, declineCancellation, expireOrder } from "./cancellations.ts";
import { dispatchOrder } from "#shop/parcels/server/dispatch-order.ts";
import { payOrder } from "./payment-events.ts";
import { refundOrder } from "./refunds.ts";
import { setStatus } from "./set-status.ts";

setUpBoughtOrder();

describe("the database itself", () => {
  /** Every step between two statuses that it lets a row take. */
  async function timelineOf(column: string, statuses: readonly string[], row: string): Promise<string[]> {
    const { pool } = testShop.context.database;
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

  const stepsIn = (transitions: Record<string, readonly string[] | object>): string[] =>
    Object.entries(transitions)
      .flatMap(([from, to]) => (Array.isArray(to) ? to : Object.keys(to)).map((one) => `${from} → ${one}`))
      .toSorted();

  /** As it was, for the books. */
  const putBack = () =>
    testShop.context.database.pool.query(
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
    await payBoughtOrder();
    await runOrderCommand("orders dispatch", { courier: "Delhivery", number: "1" });
    await runOrderCommand("orders deliver");
    for (const status of ["Pending", "Processing", "Cancelled"]) {
      await expect(
        testShop.context.database.pool.query("update orders set status = $1", [status]),
      ).rejects.toThrow("violates check constraint");
    }
  });
});

/** One of them is held at its first change of the order while the other runs. */
describe.runIf(testEngine === "server")("rivals", () => {
  const change = /^update "orders"/;
  const orderId = () => bought.order.orderId;
  const dispatch = () => dispatchOrder(testShop.context, orderId(), { courier: "Delhivery", number: "1" });
  const approve = () => approveCancellation(testShop.context, orderId());
  const capture = () => testShop.context.transact((tx) => payOrder(testShop.context, tx, orderId(), "card"));
  const decline = () => declineCancellation(testShop.context, orderId(), "It is packed.");
  const cancelByShop = () => setStatus(testShop.context, orderId(), "Cancelled");
  const expire = () => testShop.context.transact((tx) => expireOrder(testShop.context, tx, orderId()));
  const race = (first: () => Promise<unknown>, second: () => Promise<unknown>) =>
    raceBefore(testShop.context, change, first, second);

  test("a request to cancel and the dispatch: in either order", async () => {
    await payBoughtOrder();
    expect(await race(requestCancellation, dispatch)).toEqual({ first: "done", second: "refused" });
    expect(await findBoughtOrder()).not.toHaveProperty("tracking");
  });

  test("the dispatch and a request to cancel: in either order", async () => {
    await payBoughtOrder();
    expect(await race(dispatch, requestCancellation)).toEqual({ first: "done", second: "refused" });
    expect(await findBoughtOrder()).not.toHaveProperty("cancellation");
  });

  test("approve and approve: one refund", async () => {
    await payBoughtOrder();
    await requestCancellation();
    expect(await race(approve, approve)).toEqual({ first: "done", second: "refused" });
    await testShop.context.settle();
    expect(await readRefunds()).toEqual([284_982]);
    expect(await readStock(testShop.context, "acacia-bowl")).toEqual({ onHand: 3, reserved: 0 });
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
  ])("%s: in either order, and no parcel of a cancelled order", async (_, competitors, end) => {
    await payBoughtOrder();
    const [first, second] = competitors();
    expect(await race(first, second)).toEqual({ first: "done", second: "refused" });
    await testShop.context.settle();
    expect(await readStatus()).toBe(end);
    expect("tracking" in ((await findBoughtOrder()) ?? {})).toBe(end !== "Cancelled/Refunded");
  });

  test.each([
    ["yes and no", () => [approve, decline] as const, ["Approved"], [284_982]],
    ["no and yes", () => [decline, approve] as const, ["Rejected"], []],
  ])("%s to one request: the first word counts", async (_, competitors, decisions, refunds) => {
    await payBoughtOrder();
    await requestCancellation();
    const [first, second] = competitors();
    expect(await race(first, second)).toEqual({ first: "done", second: "refused" });
    await testShop.context.settle();
    expect(heard).toEqual(decisions);
    expect(await readRefunds()).toEqual(refunds);
  });

  test("two refunds of all that a parcel came to: one goes", async () => {
    await payBoughtOrder();
    await dispatch();
    const refund = () =>
      refundOrder(testShop.context, orderId(), { amountPaise: 200_000, reason: "cracked" });
    expect(await race(refund, refund)).toEqual({ first: "done", second: "refused" });
    await testShop.context.settle();
    expect(await readRefunds()).toEqual([200_000]);
  });

  test.each([
    ["expiry and money", () => [expire, capture] as const],
    ["money and expiry", () => [capture, expire] as const],
    ["the same money twice", () => [capture, capture] as const],
  ])("%s: the money wins, once", async (_, competitors) => {
    const [first, second] = competitors();
    await race(first, second);
    expect(await readStatus()).toBe("Processing/Completed");
    expect(await readStock(testShop.context, "acacia-bowl")).toEqual({ onHand: 2, reserved: 0 });
  });
});
