import { eq } from "drizzle-orm";
import { resumePayment } from "#shop/payments/server/index.ts";
import { CommandRefused } from "#platform/operator/command.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { cancellationDecided } from "../events.ts";
import { describeTransitionError } from "../order-transitions.ts";
import { cancelUnpaid } from "./cancel-unpaid.ts";
import { changeStatus, toTransitionState, publishChange } from "./change-status.ts";
import { startRefund, toRefundAmount } from "./start-refund.ts";
import { requireOrder } from "./lock-order.ts";
import { type OrderRow, orders } from "./tables.ts";

/**
 * Approves the request to cancel: Cancelled, the goods back in stock, and `amountPaise` of what was paid (all of it
 * when null) back to the customer (D68). Of many at once one does it. @throws CommandRefused
 */
export async function approveCancellation(
  context: Context,
  given: string,
  amountPaise: number | null = null,
): Promise<OrderRow> {
  const order = await context.transact((tx) => lockUndecided(tx, given));
  if (order.status === "Pending") {
    if (amountPaise !== null) throw new CommandRefused(`${order.orderId} is not paid: nothing can go back.`);
    return cancelUnpaid(context, order, "customer", async (tx, cancelled) => {
      assertUndecided(cancelled);
      return noteDecision(context, tx, cancelled, "Approved");
    });
  }
  return context.transact(async (tx) => {
    const requested = await lockUndecided(tx, given);
    const refund = toRefundAmount(requested, amountPaise);
    return noteDecision(
      context,
      tx,
      await cancelPaid(context, tx, requested, "customer", refund),
      "Approved",
    );
  });
}

/** Declines the request to cancel; the customer reads `answer` (D68). @throws CommandRefused */
export const declineCancellation = (context: Context, given: string, answer: string): Promise<OrderRow> =>
  context.transact(async (tx) => {
    const order = await lockUndecided(tx, given);
    await resumePayment(tx, order.orderId);
    return noteDecision(context, tx, order, "Rejected", answer);
  });

/** Cancels what was paid, or lapsed before: the goods go back once, and so does the money. The order must be locked. */
export async function cancelPaid(
  context: Context,
  tx: Tx,
  order: OrderRow,
  cause: "customer" | "shop",
  refundPaise: number,
): Promise<OrderRow> {
  if (order.status === "Cancelled") return markCancelledBy(tx, order, cause);
  const refusal = describeTransitionError(order.orderId, toTransitionState(order), "Cancelled");
  if (refusal) throw new CommandRefused(refusal);
  const cancelled = await changeStatus(context, tx, order, "Cancelled", { cancelledBecause: cause });
  return startRefund(context, tx, cancelled, "cancellation", refundPaise);
}

/** It had lapsed; now its late money must not bring it back. */
async function markCancelledBy(tx: Tx, order: OrderRow, cause: "customer" | "shop"): Promise<OrderRow> {
  await tx.update(orders).set({ cancelledBecause: cause }).where(eq(orders.id, order.id));
  return order;
}

async function lockUndecided(tx: Tx, given: string): Promise<OrderRow> {
  const order = await requireOrder(tx, given);
  assertUndecided(order);
  return order;
}

function assertUndecided({ orderId, cancellationStatus }: OrderRow): void {
  if (cancellationStatus === null) throw new CommandRefused(`Nobody asked to cancel ${orderId}.`);
  if (cancellationStatus !== "Pending")
    throw new CommandRefused(`The cancellation of ${orderId} is ${cancellationStatus} already.`);
}

async function noteDecision(
  context: Context,
  tx: Tx,
  order: OrderRow,
  decision: "Approved" | "Rejected",
  answer: string | null = null,
): Promise<OrderRow> {
  const now = context.now();
  const [decided] = await tx
    .update(orders)
    .set({
      cancellationStatus: decision,
      cancellationWords: answer,
      cancellationDecidedAt: now,
      updatedAt: now,
    })
    .where(eq(orders.id, order.id))
    .returning();
  if (!decided) throw new Error(`${order.orderId} vanished.`);
  const { orderId, accountId } = decided;
  await publishChange(context, tx, decided);
  await context.outbox.publish(tx, cancellationDecided, { orderId, accountId, decision });
  return decided;
}
