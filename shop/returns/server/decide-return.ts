import { eq } from "drizzle-orm";
import { restockPieces } from "#shop/inventory/server/index.ts";
import { CommandRefused } from "#platform/operator/command.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { returnChanged } from "../events.ts";
import { type ReturnRequest, type ReturnStatus } from "#shop/orders/returned-pieces.ts";
import { returnTransitions } from "../return-request.ts";
import {
  getUnrefunded,
  type OrderRow,
  orders,
  publishChange,
  type Refunded,
  refundLocked,
  requireOrder,
} from "#shop/orders/server/index.ts";

/** The owner moves a return on; its customer reads `words`, if there are any. @throws CommandRefused */
export const changeReturn = (
  context: Context,
  given: string,
  to: "Accepted" | "Refused" | "Received",
  words?: string,
): Promise<OrderRow> =>
  context.transact(async (tx) => {
    const order = await requireOrder(tx, given);
    return noteStatus(context, tx, order, requireTransition(order, to), to, words);
  });

/**
 * Gives back what the returned pieces are worth, or `amountPaise`; once for each return. Where all the money went back
 * meanwhile it is ₹0. @throws CommandRefused
 */
export const refundReturn = (
  context: Context,
  given: string,
  { amountPaise, isRestocked }: { amountPaise: number | null; isRestocked: boolean },
): Promise<Refunded> =>
  context.transact(async (tx) => {
    const order = await requireOrder(tx, given);
    const request = requireTransition(order, "Refunded");
    const { pieces } = request;
    const refund = { amountPaise, pieces, isRestocked, reason: "returned by its customer" };
    const isSettled = amountPaise === null && getUnrefunded(order) === 0;
    if (isSettled && isRestocked) await restockPieces(tx, order.id, pieces);
    const refunded = isSettled
      ? { order, amountPaise: 0, leftPaise: 0 }
      : await refundLocked(context, tx, order, refund);
    return { ...refunded, order: await noteStatus(context, tx, refunded.order, request, "Refunded") };
  });

function requireTransition({ orderId, returnRequest }: OrderRow, to: ReturnStatus): ReturnRequest {
  if (!returnRequest) throw new CommandRefused(`Nobody asked to return anything of ${orderId}.`);
  const { status } = returnRequest;
  if (returnTransitions[status].includes(to)) return returnRequest;
  const [next] = returnTransitions[status];
  throw new CommandRefused(
    `The return of ${orderId} is ${status}${next ? `: next comes ${commandsTo[next]} ${orderId}.` : " already."}`,
  );
}

const commandsTo: Record<ReturnStatus, string> = {
  Requested: "returns list",
  Accepted: "returns accept (or refuse)",
  Refused: "returns refuse",
  Received: "returns received",
  Refunded: "returns refund",
};

async function noteStatus(
  context: Context,
  tx: Tx,
  order: OrderRow,
  request: ReturnRequest,
  status: ReturnStatus,
  words?: string,
): Promise<OrderRow> {
  const now = context.now();
  const returnRequest = { ...request, status, changedAt: now.toISOString(), ...(words && { words }) };
  const [changed] = await tx
    .update(orders)
    .set({ returnRequest, updatedAt: now })
    .where(eq(orders.id, order.id))
    .returning();
  if (!changed) throw new Error(`${order.orderId} vanished.`);
  const { orderId, accountId } = changed;
  await publishChange(context, tx, changed);
  await context.outbox.publish(tx, returnChanged, { orderId, accountId, status });
  return changed;
}
