import { eq } from "drizzle-orm";
import { CommandRefused } from "#platform/command.ts";
import type { Context } from "#platform/context.ts";
import { orderDispatched } from "../events.ts";
import type { Tracking } from "../order.ts";
import { describeTransitionError } from "../order-transitions.ts";
import { toTransitionState, publishChange } from "./change-status.ts";
import { requireOrder } from "./lock-order.ts";
import { type OrderRow, orders } from "./tables.ts";

/**
 * The parcel leaves the workshop: its customer reads where it is, and can no longer cancel (D67, D68). What could
 * not be delivered cannot be sent. Said again, it corrects the courier or the number. @throws CommandRefused
 */
export const dispatchOrder = (context: Context, given: string, tracking: Tracking): Promise<OrderRow> =>
  context.transact(async (tx) => {
    const order = await requireOrder(tx, given);
    const refusal = describeTransitionError(order.orderId, toTransitionState(order), "Delivered");
    if (refusal) throw new CommandRefused(refusal);
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
