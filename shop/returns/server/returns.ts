import { eq } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import type { HandlerInput } from "#platform/http/route.ts";
import { refuse } from "#platform/http/refuse.ts";
import { getRules } from "#shop/policies/rules.ts";
import type { requestReturn } from "../endpoints.ts";
import { returnChanged } from "../events.ts";
import {
  findReturnRefusal,
  type NewReturn,
  returnRequestMessages,
  returnTransitions,
  writeReturnRefusals,
} from "../return-request.ts";
import {
  describePiecesRefusal,
  type ReturnRequest,
  type ReturnStatus,
} from "#shop/orders/returned-pieces.ts";
import {
  findOwnOrder,
  listOrderLines,
  listOrderRefunds,
  lockOrder,
  orders,
  publishChange,
  getUnrefunded,
  type OrderRow,
  type Refunded,
  refundLocked,
  requireOrder,
} from "#shop/orders/server/index.ts";
import { restockPieces } from "#shop/inventory/server/index.ts";
import { CommandRefused } from "#platform/operator/command.ts";
import type { Tx } from "#platform/database/database.ts";

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
      promised,
    } = order;
    const now = context.now();
    const refusal = findReturnRefusal(
      {
        orderStatus,
        deliveredAt: deliveredAt?.toISOString(),
        grandTotal,
        refundAmount,
        returnRequest,
        promised,
      },
      now,
    );
    if (refusal) return refuse(refusal, { message: writeReturnRefusals(getRules(promised))[refusal] });
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
  {
    amountPaise,
    isRestocked,
    byHand,
  }: { amountPaise: number | null; isRestocked: boolean; byHand?: string | undefined },
  ask: (done: Refunded) => void = () => {},
): Promise<Refunded> =>
  context.transact(async (tx) => {
    const order = await requireOrder(tx, given);
    const request = requireTransition(order, "Refunded");
    const { pieces } = request;
    const refund = { amountPaise, pieces, isRestocked, byHand, reason: "returned by its customer" };
    const isSettled = amountPaise === null && getUnrefunded(order) === 0;
    if (isSettled && isRestocked) await restockPieces(tx, order.id, pieces);
    const refunded = isSettled
      ? { order, amountPaise: 0, leftPaise: 0 }
      : await refundLocked(context, tx, order, refund);
    const done = { ...refunded, order: await noteStatus(context, tx, refunded.order, request, "Refunded") };
    ask(done);
    return done;
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
