import { eq } from "drizzle-orm";
import { CommandRefused, YesNeeded } from "#platform/operator/command.ts";
import type { Context } from "#platform/context.ts";
import { orderDispatched } from "#shop/orders/events.ts";
import { getTrackingLink } from "./known-couriers.ts";
import type { Tracking } from "#shop/orders/order.ts";
import {
  describeDispatchRefusal,
  describeParcel,
  type OrderRow,
  orders,
  publishChange,
  requireOrder,
  toTransitionState,
} from "#shop/orders/server/index.ts";
import { readOwnCouriers } from "./couriers.ts";

/**
 * The parcel leaves the workshop: its customer reads where it is, and can no longer cancel (D67, D68). What could
 * not be delivered cannot be sent. Said again, it corrects the courier or the number. Without a link of its own the parcel has
 * the page of its courier, where that is known. With `once` nothing is corrected: what has left is refused.
 * @throws CommandRefused, YesNeeded before it leaves unless `isConfirmed`; a correction needs no yes
 */
export async function dispatchOrder(
  context: Context,
  given: string,
  said: Tracking,
  { once = false, isConfirmed = true } = {},
): Promise<OrderRow> {
  const { couriers } = await readOwnCouriers(context);
  const link = said.link ?? getTrackingLink(said, couriers);
  const tracking = { ...said, ...(link !== null && { link }) };
  return context.transact(async (tx) => {
    const order = await requireOrder(tx, given);
    const refusal = describeDispatchRefusal(order.orderId, toTransitionState(order));
    if (refusal) throw new CommandRefused(refusal);
    if (once && order.dispatchedAt !== null) throw new CommandRefused(describeParcel(order));
    if (!isConfirmed && order.dispatchedAt === null) throw new YesNeeded(askToDispatch(order.orderId, said));
    const now = context.now();
    const [sent] = await tx
      .update(orders)
      .set({ tracking, dispatchedAt: order.dispatchedAt ?? now, updatedAt: now })
      .where(eq(orders.id, order.id))
      .returning();
    if (!sent) throw new Error(`${order.orderId} vanished.`);
    const { orderId, accountId } = sent;
    await publishChange(context, tx, sent);
    if (order.dispatchedAt === null)
      await context.outbox.publish(tx, orderDispatched, { orderId, accountId });
    return sent;
  });
}

const askToDispatch = (orderId: string, { courier, number }: Tracking): string =>
  `Mark ${orderId} as dispatched with ${courier}, number ${number}? Its customer gets a mail and can no longer cancel.`;
