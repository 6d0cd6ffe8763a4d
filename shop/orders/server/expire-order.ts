import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import type { CancelCause } from "../order-transitions.ts";
import { changePaymentStatus, changeStatus } from "./change-status.ts";
import { lockOrder } from "./lock-order.ts";
import type { OrderRow } from "./tables.ts";

/**
 * Cancels an order that can no longer be paid, for any reason. Null when there is nothing to do: it is paid, or was
 * done before.
 */
export async function expireOrder(
  context: Context,
  tx: Tx,
  orderId: string,
  cause: CancelCause = "unpaid",
): Promise<OrderRow | null> {
  const order = await lockOrder(tx, orderId);
  const expired = order && (await changePaymentStatus(context, tx, order, "Expired"));
  if (expired?.status !== "Pending") return null;
  return changeStatus(context, tx, expired, "Cancelled", { cancelledBecause: cause });
}
