import type { CallInput } from "#contract/endpoint-call.ts";
import { IDEMPOTENCY_HEADER } from "#contract/endpoint.ts";
import { ApiError, isUnanswered } from "#contract/errors.ts";
import { readFields, readText } from "#contract/read.ts";
import { call } from "#client/api.ts";
import { showOrder } from "#shop/orders/endpoints.ts";
import type { Order } from "#shop/orders/order.ts";
import { toShownStatus } from "#shop/orders/status.ts";
import { placeOrder } from "../endpoints.ts";
import { checkoutMessages } from "../checkout.ts";

type NewOrderBody = CallInput<typeof placeOrder>["body"];

/** An attempt to order. The idempotency key stays the same while the cart does not change. */
export interface Attempt {
  body: NewOrderBody;
  key: string;
}

/**
 * `placed`: this attempt placed the order, even if its first response was lost. `earlier`: another attempt or tab had
 * already placed it. `over`: the order is cancelled or expired. `order` is null if it could not be loaded (D102).
 */
export type Placed =
  | { kind: "placed" | "earlier"; order: Order | null; message?: string | undefined }
  | { kind: "over"; message: string };

/** True if no other tab or device has changed the cart, or if the cart cannot be loaded. */
type IsCartUnchanged = (items: readonly { productId: unknown; quantity: number }[]) => Promise<boolean>;

/** Returns a function that places an order. It repeats a lost request once, with its key (D102). @throws ApiError */
export function createOrderPlacement(
  isCartUnchanged: IsCartUnchanged,
): (attempt: Attempt) => Promise<Placed> {
  let unansweredKey: string | null = null;

  const send = async ({ body, key }: Attempt): Promise<Placed> => {
    const isRepeated = unansweredKey === key;
    unansweredKey = key;
    const response = await call(placeOrder, { body, headers: { [IDEMPOTENCY_HEADER]: key } });
    unansweredKey = null;
    return toPlaced(response.replayed && !isRepeated ? "earlier" : "placed", response.order);
  };

  return async (attempt) => {
    if (unansweredKey !== attempt.key && !(await isCartUnchanged(attempt.body.items ?? [])))
      throw new ApiError(409, { code: "cart_changed", message: checkoutMessages.cartChanged });
    try {
      return await send(attempt).catch((failure: ApiError) => {
        if (isUnanswered(failure)) return send(attempt);
        throw failure;
      });
    } catch (failure) {
      const { code, message, details } = failure as ApiError;
      if (!isUnanswered(failure)) unansweredKey = null;
      if (code === "order_cancelled") return { kind: "over", message };
      if (code === "key_reused") return toPlaced("earlier", await findOrder(details), message);
      throw failure;
    }
  };
}

const findOrder = async (details: unknown): Promise<Order | null> => {
  const orderId = readText(readFields(details)["orderId"]);
  const response = await call(showOrder, { params: { orderId } }).catch(() => null);
  return response?.order ?? null;
};

const toPlaced = (kind: "placed" | "earlier", order: Order | null, message?: string): Placed =>
  order && toShownStatus(order.orderStatus) === "Cancelled"
    ? { kind: "over", message: checkoutMessages.orderCancelled }
    : { kind, order, message };
