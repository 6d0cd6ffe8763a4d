import type { CallInput } from "#contract/endpoint-call.ts";
import { ApiError } from "#contract/errors.ts";
import { IDEMPOTENCY_HEADER } from "#contract/endpoint.ts";
import { call } from "#client/api.ts";
import { placeOrder } from "../endpoints.ts";
import { listOrdersOfUser } from "#shop/orders/endpoints.ts";
import { checkoutMessages } from "../checkout.ts";
import type { Order } from "#shop/orders/order.ts";
import { toShownStatus } from "#shop/orders/status.ts";

type NewOrderBody = CallInput<typeof placeOrder>["body"];
type Items = readonly { productId: unknown; quantity: number }[];

/** An attempt to order: the body, its key, and the orders (their `_id`) that the page had loaded before; null if unknown. */
export interface Attempt {
  body: NewOrderBody;
  key: string;
  known: ReadonlySet<string> | null;
}

/**
 * The result of an attempt (D102). `placed`: now, or by an attempt with a lost response. `earlier`: before, by this or
 * another tab. `over`: placed, but cancelled or expired. The order is null if unknown.
 */
export type Placed =
  | { kind: "placed" | "earlier"; order: Order | null; message?: string | undefined }
  | { kind: "over"; message: string };

/**
 * True if the customer's cart still contains exactly these items, because another device may have ordered them, or if
 * the request fails.
 */
type IsCartUnchanged = (items: Items) => Promise<boolean>;

/** Places orders of one customer. @throws the reason why the order could not be placed */
export function createOrderPlacement(
  userId: string,
  isCartUnchanged: IsCartUnchanged,
): (attempt: Attempt) => Promise<Placed> {
  /** The first attempt without a response. */
  let unanswered: Attempt | null = null;

  /** Looks for the order of an attempt; if the shop cannot say now, it is asked again before the next attempt. */
  const found = (attempt: Attempt) => findNewOrder(userId, attempt).catch(() => null);

  const send = async (attempt: Attempt, isRepeated: boolean): Promise<Placed> => {
    const headers = { [IDEMPOTENCY_HEADER]: attempt.key };
    const answer = await call(placeOrder, { body: attempt.body, headers });
    // §7 reads nothing of the answer: a shop may leave the order out (D101).
    const order = answer.order ?? (await found(attempt));
    return toPlaced(answer.replayed && !isRepeated ? "earlier" : "placed", order);
  };

  return async (attempt) => {
    const before = unanswered && isSameItems(unanswered.body, attempt.body) ? unanswered : null;
    unanswered = null;
    const first = { ...attempt, known: before ? before.known : attempt.known };
    const arrived = before && (await found(before));
    if (arrived) return toPlacedBefore(before, attempt, arrived);
    try {
      if (before === null && !(await isCartUnchanged(attempt.body.items ?? []))) throw createCartChanged();
      return await send(first, before !== null);
    } catch (failure) {
      const { code, message, status } = failure as ApiError;
      if (code === "order_cancelled") return { kind: "over", message };
      if (code === "key_reused") return toPlaced("earlier", await found(first), message);
      if (code === "unsuccessful") throw failure;
      const order = isDoubtful(status) ? await found(first) : null;
      if (order) return toPlaced(status === 409 || status === 422 ? "earlier" : "placed", order);
      if (isUnanswered(status)) unanswered = first;
      throw failure;
    }
  };
}

/** The order that arrived before; `earlier` if the form was changed after its answer got lost. */
const toPlacedBefore = (before: Attempt, attempt: Attempt, arrived: Order): Placed =>
  toPlaced(isSameBody(before.body, attempt.body) ? "placed" : "earlier", arrived);

const createCartChanged = () =>
  new ApiError(409, { code: "cart_changed", message: checkoutMessages.cartChanged });

/** The order with these items that the page did not know before. */
async function findNewOrder(userId: string, { body, known }: Attempt): Promise<Order | null> {
  if (known === null) return null;
  const query = { timestamp: String(Date.now()) };
  const { orders } = await call(listOrdersOfUser, { params: { userId }, query });
  return orders.find((order) => !known.has(order._id) && hasItems(order, body)) ?? null;
}

/** An order that was cancelled or has expired since is not a success, however it was found. */
const toPlaced = (kind: "placed" | "earlier", order: Order | null, message?: string): Placed =>
  order && toShownStatus(order.orderStatus) === "Cancelled"
    ? { kind: "over", message: checkoutMessages.orderCancelled }
    : { kind, order, message };

/** No answer, none that could be read, or an error of the server: the order may have been placed all the same. */
const isUnanswered = (status: number): boolean => status < 400 || status >= 500;

const isDoubtful = (status: number): boolean => isUnanswered(status) || status === 409 || status === 422;

const hasItems = ({ items }: Order, body: NewOrderBody): boolean =>
  formatItems(items.map(({ productId, quantity }) => ({ productId: productId._id, quantity }))) ===
  formatItems(body.items ?? []);

const isSameItems = (one: NewOrderBody, other: NewOrderBody): boolean =>
  formatItems(one.items ?? []) === formatItems(other.items ?? []);

const isSameBody = (one: NewOrderBody, other: NewOrderBody): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const formatItems = (items: Items): string =>
  items
    .map(({ productId, quantity }) => `${quantity} ${String(productId)}`)
    .toSorted()
    .join("\n");
