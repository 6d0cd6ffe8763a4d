import { eq } from "drizzle-orm";
import { suspendPayment } from "#shop/payments/server/index.ts";
import type { Context } from "#platform/context.ts";
import { refuse } from "#platform/http/refuse.ts";
import { type CancellationRequest, findCancellationRefusal } from "../cancellation.ts";
import { cancellationRequested } from "../events.ts";
import { publishChange } from "./change-status.ts";
import { lockOrder } from "./lock-order.ts";
import { orders } from "./tables.ts";

/** Notes a customer's request to cancel, if the rule allows it at the server's time; asked twice, it is noted once (D68). */
export const recordCancellationRequest = (
  context: Context,
  accountId: string,
  given: string,
  request: CancellationRequest,
) =>
  context.transact(async (tx) => {
    const order = await lockOrder(tx, given, accountId);
    if (!order) return refuse("not_found");
    const now = context.now();
    const { status, createdAt, tracking } = order;
    const cancellation = order.cancellationStatus ? { status: order.cancellationStatus } : null;
    const refusal = findCancellationRefusal({ orderStatus: status, createdAt, tracking, cancellation }, now);
    if (refusal) return refuse(refusal);
    await tx
      .update(orders)
      .set({
        cancellationStatus: "Pending",
        cancellationReasons: request.reasons,
        cancellationComments: request.comments,
        cancellationRequestedAt: now,
        updatedAt: now,
      })
      .where(eq(orders.id, order.id));
    await suspendPayment(context, tx, order.orderId);
    await publishChange(context, tx, order);
    await context.outbox.publish(tx, cancellationRequested, { orderId: order.orderId, accountId });
    return null;
  });
