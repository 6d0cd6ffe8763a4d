import { eq } from "drizzle-orm";
import { closePayment } from "#shop/payments/server/index.ts";
import { CommandRefused } from "#platform/operator/command.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import type { CancelCause } from "../order-transitions.ts";
import { expireOrder } from "./expire-order.ts";
import { lockOrder } from "./lock-order.ts";
import { type OrderRow, orders } from "./tables.ts";

/**
 * Cancels an order no one has paid; `then` adds to the same transaction. The payment is closed first, at the provider
 * too, so that no one can pay for what is cancelled. @throws CommandRefused when money might be on its way.
 */
export async function cancelUnpaid(
  context: Context,
  { orderId }: OrderRow,
  cause: CancelCause,
  then: (tx: Tx, cancelled: OrderRow) => Promise<OrderRow> = async (_tx, cancelled) => cancelled,
): Promise<OrderRow> {
  switch (await closePayment(context, orderId)) {
    case "unavailable":
      throw new CommandRefused(
        `The payment provider does not answer, so ${orderId} might be paid any moment. Please try again.`,
      );
    case "processing":
      throw new CommandRefused(`A payment of ${orderId} is under way. Please try again when it has ended.`);
    case "paid":
      throw new CommandRefused(`${orderId} has just been paid. Please look at it again.`);
    case "closed":
      return context.transact(async (tx) => then(tx, await cancelClosed(context, tx, orderId, cause)));
  }
}

/** The news of the closed payment may have come first, and taken the order for one that lapsed. */
async function cancelClosed(
  context: Context,
  tx: Tx,
  orderId: string,
  cause: CancelCause,
): Promise<OrderRow> {
  await expireOrder(context, tx, orderId, cause);
  const order = await lockOrder(tx, orderId);
  if (order?.status !== "Cancelled")
    throw new CommandRefused(`${orderId} has just been changed. Please look at it again.`);
  await tx.update(orders).set({ cancelledBecause: cause }).where(eq(orders.id, order.id));
  return { ...order, cancelledBecause: cause };
}
