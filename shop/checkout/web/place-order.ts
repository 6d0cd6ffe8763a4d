import type { CallInput } from "#contract/endpoint-call.ts";
import { IDEMPOTENCY_HEADER } from "#contract/endpoint.ts";
import { ApiError } from "#contract/errors.ts";
import { readFields, readText } from "#contract/read.ts";
import { call } from "#client/api.ts";
import { showOrder } from "#shop/orders/endpoints.ts";
import type { Order } from "#shop/orders/order.ts";
import { toShownStatus } from "#shop/orders/status.ts";
import { placeOrder } from "../endpoints.ts";
import { checkoutMessages } from "../checkout.ts";

type NewOrderBody = CallInput<typeof placeOrder>["body"];
type Items = readonly { productId: unknown; quantity: number }[];

/** An attempt to place an order. The idempotency key stays the same as long as the cart does not change. */
export interface Attempt {
  body: NewOrderBody;
  key: string;
}

/**
 * The result of an attempt (D102). `placed`: this attempt placed the order, or an earlier one did and its response was
 * lost. `earlier`: the order had already been placed, in this or another tab. `over`: the order had been placed, but is
 * cancelled or expired. `order` is null if it could not be loaded.
 */
export type Placed =
  | { kind: "placed" | "earlier"; order: Order | null; message?: string | undefined }
  | { kind: "over"; message: string };

/**
 * Returns true if the customer's cart still contains exactly these items, or if this cannot be checked. The items may
 * be missing because another device has ordered them.
 */
type IsCartUnchanged = (items: Items) => Promise<boolean>;

/**
 * Returns a function that places orders. If the response is lost, the function sends the order again with the same key,
 * so that the shop places it only once (D102). @throws ApiError if the order could not be placed
 */
export function createOrderPlacement(
  isCartUnchanged: IsCartUnchanged,
): (attempt: Attempt) => Promise<Placed> {
  /** The key of the last attempt, if its response was lost. */
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
      if (!isUnanswered(failure as ApiError)) unansweredKey = null;
      if (code === "order_cancelled") return { kind: "over", message };
      if (code === "key_reused") return toPlaced("earlier", await findOrder(details), message);
      throw failure;
    }
  };
}

/** Loads the order with the number in a refusal's details; returns null if that fails. */
const findOrder = async (details: unknown): Promise<Order | null> => {
  const orderId = readText(readFields(details)["orderId"]);
  const response = await call(showOrder, { params: { orderId } }).catch(() => null);
  return response?.order ?? null;
};

/** Returns the result for a placed order. The result is `over` if the order has been cancelled or has expired. */
const toPlaced = (kind: "placed" | "earlier", order: Order | null, message?: string): Placed =>
  order && toShownStatus(order.orderStatus) === "Cancelled"
    ? { kind: "over", message: checkoutMessages.orderCancelled }
    : { kind, order, message };

/** True if the order may have been placed, because there was no response or a server error. */
const isUnanswered = ({ status, code }: ApiError): boolean =>
  code !== "unsuccessful" && (status < 400 || status >= 500);
