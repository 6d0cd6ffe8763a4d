import type { Context } from "#platform/context.ts";
import type { HandlerInput } from "#platform/http/route.ts";
import { isRefused, refuse } from "#platform/http/refuse.ts";
import { type Limit, refuseTooMany } from "#platform/limits/rate-limit.ts";
import { formatCount } from "#contract/text.ts";
import { HOUR } from "#contract/time.ts";
import { listAccounts, lockAccount } from "#shop/accounts/server/index.ts";
import { type CleanPicture, cleanPhotos } from "#shop/media/server/index.ts";
import { getRules } from "#shop/policies/rules.ts";
import type { requestReturn } from "../endpoints.ts";
import { returnChanged } from "../events.ts";
import {
  findReturnRefusal,
  listPieces,
  type NewReturn,
  type ReturnableOrder,
  returnRequestMessages,
  returnTransitions,
  writeReturnRefusals,
  USUAL_RETURN_PAYER,
} from "../return-request.ts";
import {
  countPieces,
  describePiecesRefusal,
  isReturnOpen,
  listReturnRequests,
  type Pieces,
  type ReturnPayer,
  type ReturnRequest,
  type ReturnStatus,
} from "#shop/orders/returned-pieces.ts";
import {
  changeOrder,
  getOrder,
  lockGoods,
  type OrderRow,
  readOrder,
  type readOrderState,
  refundReturned,
  saveReturn,
} from "#shop/orders/server/index.ts";
import { CommandRefused, findRefusal } from "#platform/operator/command.ts";
import type { Tx } from "#platform/database/database.ts";
import { saveReturnPictures } from "./return-pictures.ts";

export async function handleReturn(
  context: Context,
  { principal: { accountId }, params: { orderId }, body, requestContext }: HandlerInput<typeof requestReturn>,
) {
  const { pictures: _photos, ...request } = body;
  const photos = await preparePhotos(context, accountId, orderId, body, requestContext.signal);
  if (isRefused(photos)) return photos;
  const refused = await recordReturnRequest(context, accountId, orderId, request, photos);
  if (refused) return refused;
  const order = (await readOrder(context, orderId, accountId))?.order;
  return order
    ? { success: true as const, message: returnRequestMessages.submitted, order }
    : refuse("not_found");
}

type ReturnWithoutPhotos = Omit<NewReturn, "pictures">;

/** Limits how many return requests with photographs one customer can send (security §10). */
const RETURN_PHOTO_LIMIT: Limit = { burst: 10, perMs: HOUR };

/** Checks the return before it decodes the photographs, because decoding is expensive (T51). */
async function preparePhotos(
  context: Context,
  accountId: string,
  value: string,
  { pictures, ...request }: NewReturn,
  signal: AbortSignal,
) {
  if (pictures.length === 0) return [];
  const key = `return:account:${accountId}`;
  const limited = await refuseTooMany(context, [key, RETURN_PHOTO_LIMIT]);
  if (limited) return limited;
  const returnable = await context.transact((tx) =>
    requireReturnable(context, tx, accountId, value, request),
  );
  if (isRefused(returnable)) return returnable;
  return cleanPhotos(pictures, accountId, signal);
}

async function requireReturnable(
  context: Context,
  tx: Tx,
  accountId: string,
  value: string,
  { pieces, known }: ReturnWithoutPhotos,
) {
  // Lock the account, because a return that is added after the account's deletion would not be anonymised.
  const account = await lockAccount(tx, accountId);
  const locked = account && (await lockGoods(tx, value, accountId));
  if (!locked) return refuse("not_found");
  const { order, lines, refunded } = locked;
  const earlier = listReturnRequests(order);
  const refusal =
    earlier.length > known
      ? "returned"
      : findReturnRefusal(toReturnable(order, lines, refunded), context.now());
  if (refusal) return refuse(refusal, { message: writeReturnRefusals(getRules(order.promised))[refusal] });
  const requestedPieces = listPieces(earlier.filter(({ status }) => status !== "Refunded"));
  if (describePiecesRefusal(order.orderId, lines, [...refunded, ...requestedPieces], pieces) !== null)
    return refuse("no_such_pieces");
  return { order, earlier };
}

const recordReturnRequest = (
  context: Context,
  accountId: string,
  value: string,
  { known, ...requested }: ReturnWithoutPhotos,
  photos: readonly CleanPicture[],
) =>
  context.transact(async (tx) => {
    const returnable = await requireReturnable(context, tx, accountId, value, { known, ...requested });
    if (isRefused(returnable)) return returnable;
    const { order, earlier } = returnable;
    const { orderId } = order;
    const now = context.now();
    const at = now.toISOString();
    const number = earlier.length + 1;
    const request: ReturnRequest = { status: "Requested", ...requested, requestedAt: at, changedAt: at };
    await saveReturn(context, tx, order, number, request);
    await saveReturnPictures(tx, { accountId, orderId, returnNumber: number }, photos, now);
    await context.outbox.publish(tx, returnChanged, { orderId, accountId, status: "Requested", number });
    return null;
  });

/** Records the return that a customer has requested by phone. @throws CommandRefused */
export async function requestForCustomer(
  context: Context,
  typedOrderId: string,
  request: Omit<ReturnWithoutPhotos, "known">,
): Promise<OrderRow> {
  const order = await getOrder(context.db, typedOrderId);
  const { orderId, accountId } = order;
  const refused = await recordReturnRequest(context, accountId, orderId, { ...request, known: Infinity }, []);
  if (refused) throw new CommandRefused(writeOwnersRefusals(order)[refused.code]);
  return getOrder(context.db, orderId);
}

export async function findRequestRefusal(
  { db, now }: Context,
  { order, lines, refunded }: Pick<ReturnState, "order" | "lines" | "refunded">,
): Promise<string | null> {
  const [account] = await listAccounts(db, 1, { ids: [order.accountId] });
  const refusal = account ? findReturnRefusal(toReturnable(order, lines, refunded), now()) : "not_found";
  return refusal && writeOwnersRefusals(order)[refusal];
}

const writeOwnersRefusals = ({ orderId, promised }: OrderRow) => ({
  ...writeReturnRefusals(getRules(promised)),
  not_found: "The customer's account is deleted. Refund the pieces without a return.",
  no_such_pieces: returnRequestMessages.pieces,
  not_delivered: `${orderId} is not delivered yet. Only delivered pieces can be returned.`,
  nothing_left: `${orderId} is already refunded, so no piece is left to return.`,
});

type ReturnState = Awaited<ReturnType<typeof readOrderState>>;

const toReturnable = (
  { status, deliveredAt, payable, ...order }: OrderRow,
  lines: readonly Pieces[],
  refunded: readonly Pieces[],
): ReturnableOrder => ({
  ...order,
  orderStatus: status,
  deliveredAt: deliveredAt?.toISOString(),
  grandTotal: payable,
  items: lines.map(({ productId, quantity }) => ({
    productId: { _id: productId },
    quantity,
    refunded: countPieces(refunded, productId),
  })),
});

/** If `number` is missing, the step applies to the only return whose status allows it. */
interface ReturnStep {
  number?: number | null;
  words?: string | undefined;
  payer?: ReturnPayer | undefined;
}

export const changeReturn = (
  context: Context,
  orderId: string,
  to: "Accepted" | "Refused" | "Received",
  { number = null, words, payer }: ReturnStep = {},
  confirm: (order: OrderRow) => void = () => {},
): Promise<OrderRow> =>
  changeOrder(context, orderId, confirm, async (tx, order) => {
    const transition = requireTransition(order, to, number);
    return recordStatus(context, tx, order, transition, {
      status: to,
      ...(words && { words }),
      ...(to === "Accepted" && { payer: payer ?? USUAL_RETURN_PAYER }),
    });
  });

export type RefundResult = Awaited<ReturnType<typeof refundReturned>>;

type ReturnRefund = Omit<Parameters<typeof refundReturned>[3], "pieces">;

export const refundReturn = (
  context: Context,
  orderId: string,
  { number, ...refund }: { number: number | null } & ReturnRefund,
  confirm: (result: RefundResult) => void = () => {},
): Promise<RefundResult> =>
  changeOrder(context, orderId, confirm, async (tx, order) => {
    const transition = requireTransition(order, "Refunded", number);
    const { pieces } = transition.request;
    const refunded = await refundReturned(context, tx, order, { ...refund, pieces });
    return {
      ...refunded,
      order: await recordStatus(context, tx, refunded.order, transition, { status: "Refunded" }),
    };
  });

export function findReturnRefusals(
  { order, assertReturnRefundable }: ReturnState,
  number: number,
): Record<string, string | null> {
  const check = (to: ReturnStatus) => requireTransition(order, to, number).request;
  const refund = (byHand?: string) => () => assertReturnRefundable(check("Refunded").pieces, byHand);
  return {
    "returns --accept": findRefusal([() => check("Accepted")]),
    "returns --refuse": findRefusal([() => check("Refused")]),
    "returns --received": findRefusal([() => check("Received")]),
    "returns --refund": findRefusal([refund(), refund("…")]),
  };
}

interface NumberedReturn {
  request: ReturnRequest;
  number: number;
}

/** Returns the return with this number, or the only one that can change to `to`. @throws CommandRefused */
function requireTransition(order: OrderRow, to: ReturnStatus, value: number | null): NumberedReturn {
  const { orderId } = order;
  const numbered = listReturnRequests(order).map((request, at) => ({ request, number: at + 1 }));
  const selected = numbered.filter(({ number }) => value === null || number === value);
  const ready = selected.filter(({ request }) => returnTransitions[request.status].includes(to));
  const [single, ...others] = ready;
  if (others.length > 0)
    throw new CommandRefused(
      `${orderId} has several returns. Enter the number of the return: ${ready.map(({ number }) => number).join(" or ")}.`,
    );
  if (single) return single;
  const relevant = selected.find(({ request }) => isReturnOpen(request)) ?? selected.at(-1);
  if (!relevant)
    throw new CommandRefused(
      numbered.length === 0
        ? `The customer has not requested a return of ${orderId}.`
        : `${orderId} has no return number ${value}. It has ${formatCount(numbered.length, "return")}.`,
    );
  const { status } = relevant.request;
  const [next] = returnTransitions[status];
  const description =
    numbered.length > 1 ? `Return ${relevant.number} of ${orderId}` : `The return of ${orderId}`;
  throw new CommandRefused(
    `${description} is ${status.toLowerCase()}${next ? `. ${NEXT_STEPS[next]}` : " already."}`,
  );
}

const NEXT_STEPS: Partial<Record<ReturnStatus, string>> = {
  Accepted: "First accept or refuse the return.",
  Received: "First record that the pieces have arrived.",
  Refunded: "Refund the return next.",
};

async function recordStatus(
  context: Context,
  tx: Tx,
  order: OrderRow,
  { request, number }: NumberedReturn,
  change: Pick<ReturnRequest, "status" | "words" | "payer">,
): Promise<OrderRow> {
  const changedAt = context.now().toISOString();
  const changed = await saveReturn(context, tx, order, number, { ...request, ...change, changedAt });
  const { orderId, accountId } = changed;
  await context.outbox.publish(tx, returnChanged, { orderId, accountId, status: change.status, number });
  return changed;
}
