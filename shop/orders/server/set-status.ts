import { describeTransitionError } from "../order-transitions.ts";
import { CommandRefused, refuseIf } from "#platform/operator/command.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { awaitsCash, type OrderStatus, getUnrefunded } from "../status.ts";
import { agreeToCash } from "#shop/payments/server/index.ts";
import { type ConfirmCancelled, type CancelledOrder, cancelUnpaid, cancelPaid } from "./cancellations.ts";
import { changeStatus, addNote } from "./change-status.ts";
import { requireOrder } from "./list-orders.ts";
import { deliverAllParcels } from "./order-parcels.ts";
import { type OrderRow } from "./tables.ts";

export const setStatus = (
  context: Context,
  typedOrderId: string,
  to: "Processing" | "Delivered",
  confirm: (order: OrderRow) => void = () => {},
): Promise<OrderRow> =>
  context.transact(async (tx) => {
    const order = await lockOrderForTransition(tx, typedOrderId, to);
    if (to === "Delivered") await deliverAllParcels(context, tx, order);
    else if (awaitsCash(order) && !(await agreeToCash(context, tx, order.orderId)))
      throw new CommandRefused(describeLateConfirmation(order));
    const changed = await changeStatus(context, tx, order, to);
    confirm(changed);
    return changed;
  });

export const describeLateConfirmation = ({ orderId }: OrderRow): string =>
  `${orderId} was not confirmed in time and is being cancelled. Enter it again as an order by phone.`;

export async function cancelOrder(
  context: Context,
  typedOrderId: string,
  reason: string,
  confirm: ConfirmCancelled = () => {},
): Promise<CancelledOrder> {
  const order = await context.transact((tx) => lockOrderForTransition(tx, typedOrderId, "Cancelled"));
  const addReason = async (tx: Tx, cancelled: OrderRow): Promise<OrderRow> => {
    await addNote(context, tx, cancelled.id, `Cancelled: ${reason}`);
    return cancelled;
  };
  if (order.status === "Pending") {
    // Confirm before the payment is closed, because a rollback cannot open it again.
    confirm({ order, amountPaise: 0 });
    return { order: await cancelUnpaid(context, order, "shop", addReason), amountPaise: 0 };
  }
  return context.transact(async (tx) => {
    const paid = await lockOrderForTransition(tx, typedOrderId, "Cancelled");
    const amountPaise = getUnrefunded(paid);
    const result = {
      order: await addReason(tx, await cancelPaid(context, tx, paid, "shop", amountPaise)),
      amountPaise,
    };
    confirm(result);
    return result;
  });
}

async function lockOrderForTransition(tx: Tx, typedOrderId: string, to: OrderStatus): Promise<OrderRow> {
  const order = await requireOrder(tx, typedOrderId);
  refuseIf(describeTransitionError(order, to));
  return order;
}
