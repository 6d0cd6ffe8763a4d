import { describeTransitionError } from "../order-transitions.ts";
import { CommandRefused } from "#platform/operator/command.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { awaitsCash, type OrderStatus, getUnrefunded } from "../status.ts";
import { confirmForCustomer } from "./cash-orders.ts";
import { type ConfirmCancelled, type CancelledOrder, cancelUnpaid, cancelPaid } from "./cancellations.ts";
import { changeStatus, addNote } from "./change-status.ts";
import { requireOrder } from "./list-orders.ts";
import { deliverAllParcels } from "./order-parcels.ts";
import { type OrderRow } from "./tables.ts";

/** A cancellation refunds everything. @throws CommandRefused */
export async function setStatus(
  context: Context,
  typedOrderId: string,
  to: OrderStatus,
  confirm: ConfirmCancelled = () => {},
): Promise<CancelledOrder> {
  if (to === "Cancelled") return cancelOrder(context, typedOrderId, undefined, confirm);
  return context.transact(async (tx) => {
    const order = await lockOrderForTransition(tx, typedOrderId, to);
    if (to === "Delivered") await deliverAllParcels(context, tx, order);
    if (to === "Processing" && awaitsCash(order)) await confirmForCustomer(context, tx, order);
    const result = { order: await changeStatus(context, tx, order, to), backPaise: 0 };
    confirm(result);
    return result;
  });
}

/** Cancels an order for the shop and refunds everything. `confirm` may throw to stop it. @throws CommandRefused */
export async function cancelOrder(
  context: Context,
  typedOrderId: string,
  reason?: string,
  confirm: ConfirmCancelled = () => {},
): Promise<CancelledOrder> {
  const order = await context.transact((tx) => lockOrderForTransition(tx, typedOrderId, "Cancelled"));
  const addReason = async (tx: Tx, cancelled: OrderRow): Promise<OrderRow> => {
    if (reason !== undefined) await addNote(context, tx, cancelled.id, `Cancelled: ${reason}`);
    return cancelled;
  };
  if (order.status === "Pending") {
    // Asks before closing the payment, because a rollback cannot open the payment again.
    confirm({ order, backPaise: 0 });
    return { order: await cancelUnpaid(context, order, "shop", addReason), backPaise: 0 };
  }
  return context.transact(async (tx) => {
    const paid = await lockOrderForTransition(tx, typedOrderId, "Cancelled");
    const backPaise = getUnrefunded(paid);
    const result = {
      order: await addReason(tx, await cancelPaid(context, tx, paid, "shop", backPaise)),
      backPaise,
    };
    confirm(result);
    return result;
  });
}

async function lockOrderForTransition(tx: Tx, typedOrderId: string, to: OrderStatus): Promise<OrderRow> {
  const order = await requireOrder(tx, typedOrderId);
  const refusal = describeTransitionError(order, to);
  if (refusal) throw new CommandRefused(refusal);
  return order;
}
