import { describeMail, formatCustomer, toPlainOrder } from "../describe-for-owner.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import type { Context } from "#platform/context.ts";
import {
  createConfirmation,
  type CommandInput,
  CommandRefused,
  refuseIf,
} from "#platform/operator/command.ts";
import { parseRequiredText } from "#platform/operator/command-values.ts";
import { agreeToCash } from "#shop/payments/server/index.ts";
import { describeTransitionError } from "../order-transitions.ts";
import { awaitsCash } from "../status.ts";
import { changeStatus, addNote } from "./change-status.ts";
import { changeOrder, lockOrder } from "./list-orders.ts";
import { type OrderGoods, readGoods } from "./order-goods.ts";
import { type OrderRow } from "./tables.ts";

export const confirmCashOrder = (context: Context, typedOrderId: string): Promise<OrderRow | null> =>
  context.transact(async (tx) => {
    const order = await lockOrder(tx, typedOrderId);
    if (!order || !awaitsCash(order) || order.status !== "Pending" || order.cancellationStatus === "Pending")
      return order;
    return (await agreeToCash(context, tx, order.orderId))
      ? changeStatus(context, tx, order, "Processing")
      : order;
  });

export const confirmOrder = (
  context: Context,
  typedOrderId: string,
  confirm: (order: OrderRow) => void,
): Promise<OrderRow> =>
  changeOrder(context, typedOrderId, confirm, async (tx, order) => {
    refuseIf(describeTransitionError(order, "Processing"));
    if (awaitsCash(order) && !(await agreeToCash(context, tx, order.orderId)))
      throw new CommandRefused(describeLateConfirmation(order));
    return changeStatus(context, tx, order, "Processing");
  });

export const describeLateConfirmation = ({ orderId }: OrderRow): string =>
  `${orderId} was not confirmed in time and is being cancelled. Enter it again as an order by phone.`;

export function findRefusedParcelRefusal({ order, parcels }: OrderGoods): string | null {
  const { orderId: id, status, cash, dispatchedAt, lostAt } = order;
  if (status === "Cancelled") return `${id} is cancelled already.`;
  if (!cash)
    return `${id} was paid before it was dispatched. When the parcel is back, refund the order and put its pieces back in stock.`;
  if (!awaitsCash(order) || status === "Delivered")
    return lostAt
      ? `${id} was lost on the way, so it cannot be refused at the door.`
      : `${id} was accepted at the door and paid in cash.`;
  if (dispatchedAt === null) return `${id} has not been dispatched yet. Cancel the order instead.`;
  return parcels.some((parcel) => parcel.status === "Waiting")
    ? `A replacement parcel of ${id} is waiting to be packed. Dispatch it, or cancel the replacement first.`
    : null;
}

export async function cancelRefused(context: Context, { args, options, confirmed }: CommandInput) {
  const reason = parseRequiredText("reason", options["reason"]);
  const confirm = createConfirmation(confirmed, askToRefuse);
  const order = await changeOrder(context, args["orderId"] ?? "", confirm, async (tx, shipped) => {
    refuseIf(findRefusedParcelRefusal(await readGoods(tx, shipped)));
    await addNote(context, tx, shipped.id, `Refused at the door: ${reason}`);
    return changeStatus(context, tx, shipped, "Cancelled", { cancelledBecause: "refused" });
  });
  return {
    message: `${order.orderId} was cancelled, and its pieces are back in stock. If they cannot be sold as new, correct the stock count of the product.`,
    data: toPlainOrder(order),
  };
}

const askToRefuse = (order: OrderRow): string =>
  `Cancel ${order.orderId} of ${formatCustomer(order)}, which was refused at the door? ${formatRupeesGrouped(order.payable)} is not collected, a credit note cancels the invoice, and the pieces are put back in stock. ${describeMail(order)} This cannot be undone.`;
