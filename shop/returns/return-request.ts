import * as v from "valibot";
import { DAY } from "#contract/time.ts";
import { formatBusinessDays, formatDays, getRules, type Promised, type Rules } from "#shop/policies/rules.ts";
import { textUpTo } from "#shop/orders/recipient.ts";
import { chosenReasons } from "#shop/orders/chosen-reasons.ts";
import type { ReturnStatus } from "#shop/orders/returned-pieces.ts";
import { toShownStatus } from "#shop/orders/status.ts";

const MAX_COMMENT = 1_000;

/** Why pieces come back, as the customer may tick it. */
export const returnReasons = [
  "Arrived damaged",
  "A defect in the wood",
  "A defect in the piece",
  "Not as described",
  "Wrong piece",
  "Other",
] as const;

/** Those that are offered: of goods that are not of wood nobody says that their wood has a defect. */
export const listReturnReasons = (isOfWood: boolean): readonly (typeof returnReasons)[number][] =>
  returnReasons.filter((reason) => reason !== `A defect in the ${isOfWood ? "piece" : "wood"}`);

/** The moves between statuses of a return. */
export const returnTransitions: Record<ReturnStatus, readonly ReturnStatus[]> = {
  Requested: ["Accepted", "Refused"],
  Accepted: ["Received", "Refused"],
  Received: ["Refunded", "Refused"],
  Refused: [],
  Refunded: [],
};

/** The body of a request to return: PUT /api/orders/{orderId}/return. */
export const returnRequestSchema = v.object({
  reasons: chosenReasons(returnReasons),
  comments: v.optional(textUpTo(MAX_COMMENT), ""),
  pieces: v.pipe(
    v.array(
      v.object({
        productId: v.pipe(v.string(), v.maxLength(120)),
        quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(999)),
      }),
    ),
    v.minLength(1, "Please choose what you would like to return."),
    v.maxLength(50, "An order holds up to 50 products."),
  ),
});

export type NewReturn = v.InferOutput<typeof returnRequestSchema>;

interface ReturnableItem {
  quantity: number;
  refunded?: number | undefined;
}

/** How many pieces of it could still come back. */
export const countReturnable = ({ quantity, refunded = 0 }: ReturnableItem): number =>
  Math.max(quantity - refunded, 0);

/** The facts that the rule needs, the amounts in the same unit. An order on the wire fits. */
export interface ReturnableOrder {
  /** Its pieces, where it is known how many of them were paid back. */
  items?: readonly ReturnableItem[] | undefined;
  grandTotal: number;
  refundAmount?: number | null | undefined;
  orderStatus: string;
  deliveredAt?: string | undefined;
  returnRequest?: object | null | undefined;
  /** The rules it was placed under, where they are not the standard. */
  promised?: Promised | null | undefined;
}

export type ReturnRefusal = "returned" | "not_delivered" | "nothing_left" | "return_expired";

/** Why an order cannot be returned by its customer at `now`, the server's time, or null when it can. */
export function findReturnRefusal(order: ReturnableOrder, now: Date): ReturnRefusal | null {
  if (order.returnRequest) return "returned";
  const { deliveredAt, promised } = order;
  if (toShownStatus(order.orderStatus) !== "Delivered" || deliveredAt === undefined) return "not_delivered";
  // Where there was a fee for shipping, all pieces can be paid back while money is left.
  const areAllBack = order.items?.every((item) => countReturnable(item) === 0) ?? false;
  if (areAllBack || (order.refundAmount ?? 0) >= order.grandTotal) return "nothing_left";
  return now.getTime() > getReturnDeadline({ deliveredAt, promised }).getTime() ? "return_expired" : null;
}

/** Whether a return is open to its customer, or under way, rather than a cancellation. */
export const isReturned = (order: ReturnableOrder, now: Date): boolean =>
  [null, "returned"].includes(findReturnRefusal(order, now));

/** The place of the return on an order's page. */
export const RETURN_ANCHOR = "return";

/** The last moment at which the customer may ask. */
export const getReturnDeadline = ({
  deliveredAt,
  promised,
}: Pick<ReturnableOrder, "promised"> & { deliveredAt: string }): Date =>
  new Date(new Date(deliveredAt).getTime() + getRules(promised).returnWithinDays * DAY);

export const writeReturnRefusals = ({ returnWithinDays }: Rules): Record<ReturnRefusal, string> => ({
  returned: "A return of this order has already been requested.",
  not_delivered: "Only an order that has arrived can be returned.",
  nothing_left: "This order was already refunded. If something is wrong with it, please write to us.",
  return_expired: `The return period of ${formatDays(returnWithinDays)} from delivery is over.`,
});

export const returnRequestMessages = {
  submitted: "Return request submitted.",
  failed: "Error submitting the return. Please try again.",
  nothingChosen: "Please choose what you would like to return.",
  pieces: "These pieces are not in the order, or were already returned.",
} as const;

/** The progress of a return, in the customer's words. */
export const writeReturnSteps = ({
  returnWithinDays,
  replyWithinDays,
}: Rules): Record<ReturnStatus, string> => ({
  Requested: `We've received your request and will reply within ${formatBusinessDays(replyWithinDays)}.`,
  Accepted: `Please send the pieces back within ${formatDays(returnWithinDays)}, unused and in their packaging.`,
  Refused: "We could not accept this return.",
  Received: "We've received your pieces. We'll check them and then refund you.",
  Refunded: "Your money is on its way, the way you paid.",
});
