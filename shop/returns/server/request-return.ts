import { eq } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import type { HandlerInput } from "#platform/http/route.ts";
import { refuse } from "#platform/http/refuse.ts";
import type { requestReturn } from "../endpoints.ts";
import { returnChanged } from "../events.ts";
import { findReturnRefusal, type NewReturn, returnRequestMessages } from "../return-request.ts";
import { describePiecesRefusal } from "#shop/orders/returned-pieces.ts";
import {
  findOwnOrder,
  listOrderLines,
  listOrderRefunds,
  lockOrder,
  orders,
  publishChange,
} from "#shop/orders/server/index.ts";

export async function handleReturn(
  context: Context,
  { principal, params, body }: HandlerInput<typeof requestReturn>,
) {
  const refused = await recordReturnRequest(context, principal.accountId, params.orderId, body);
  if (refused) return refused;
  const order = await findOwnOrder(context, principal.accountId, params.orderId);
  return order
    ? { success: true as const, message: returnRequestMessages.submitted, order }
    : refuse("not_found");
}

/** Notes a customer's request to return pieces, if the rule allows it at the server's time; once for each order. */
const recordReturnRequest = (
  context: Context,
  accountId: string,
  given: string,
  { reasons, comments, pieces }: NewReturn,
) =>
  context.transact(async (tx) => {
    const order = await lockOrder(tx, given, accountId);
    if (!order) return refuse("not_found");
    const {
      orderId,
      status: orderStatus,
      deliveredAt,
      payable: grandTotal,
      refundAmount,
      returnRequest,
    } = order;
    const now = context.now();
    const refusal = findReturnRefusal(
      { orderStatus, deliveredAt: deliveredAt?.toISOString(), grandTotal, refundAmount, returnRequest },
      now,
    );
    if (refusal) return refuse(refusal);
    const lines = await listOrderLines(tx, [order.id]);
    const before = (await listOrderRefunds(tx, order.id)).flatMap((refund) => refund.pieces ?? []);
    if (describePiecesRefusal(orderId, lines, before, pieces) !== null) return refuse("no_such_pieces");
    const at = now.toISOString();
    const request = {
      status: "Requested",
      reasons,
      comments,
      pieces,
      requestedAt: at,
      changedAt: at,
    } as const;
    await tx.update(orders).set({ returnRequest: request, updatedAt: now }).where(eq(orders.id, order.id));
    await publishChange(context, tx, order);
    await context.outbox.publish(tx, returnChanged, { orderId, accountId, status: "Requested" });
    return null;
  });
