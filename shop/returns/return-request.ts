import * as v from "valibot";
import { DAY } from "#contract/time.ts";
import { MAX_QUANTITY } from "#shop/inventory/stock.ts";
import { newPhoto, photoMessages, PHOTOS_MAX } from "#shop/media/photos.ts";
import {
  formatBusinessDays,
  formatDays,
  getRules,
  type OrderRules,
  type Rules,
} from "#shop/policies/rules.ts";
import { textUpTo } from "#contract/person.ts";
import { formatDate } from "#contract/dates.ts";
import { chosenReasons } from "#shop/orders/chosen-reasons.ts";
import {
  countPieces,
  listReturnRequests,
  type ReturnPayer,
  type ReturnRequest,
  type ReturnsOfOrder,
  type ReturnStatus,
} from "#shop/orders/returned-pieces.ts";
import type { Order } from "#shop/orders/order.ts";
import { toShownStatus } from "#shop/orders/status.ts";
import { CASH_REFUND_METHOD } from "#shop/policies/sentences.ts";

const MAX_COMMENT = 1_000;

export const returnReasons = [
  "Arrived damaged",
  "A defect in the wood",
  "A defect in the piece",
  "Not as described",
  "Wrong piece",
  "Other",
] as const;

/** Returns the reasons to choose from. The defect is 'in the wood' or, for other materials, 'in the piece'. */
export const listReturnReasons = (isOfWood: boolean): readonly (typeof returnReasons)[number][] =>
  returnReasons.filter((reason) => reason !== `A defect in the ${isOfWood ? "piece" : "wood"}`);

export const returnTransitions: Record<ReturnStatus, readonly ReturnStatus[]> = {
  Requested: ["Accepted", "Refused"],
  // The owner may record the arrival and the refund in one step.
  Accepted: ["Received", "Refused", "Refunded"],
  Received: ["Refunded", "Refused"],
  Refused: [],
  Refunded: [],
};

export const returnRequestSchema = v.object({
  reasons: chosenReasons(returnReasons),
  comments: v.optional(textUpTo(MAX_COMMENT), ""),
  pieces: v.pipe(
    v.array(
      v.object({
        productId: v.pipe(v.string(), v.maxLength(120)),
        quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_QUANTITY)),
      }),
    ),
    v.minLength(1, "Please choose what you would like to return."),
    v.maxLength(50, "An order can have up to 50 products."),
  ),
  pictures: v.optional(
    v.pipe(v.array(newPhoto, photoMessages.unreadable), v.maxLength(PHOTOS_MAX, photoMessages.tooMany)),
    [],
  ),
  /** The number of returns that the page showed. If the order has more by now, the request is refused as repeated. */
  known: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0),
});

export type NewReturn = v.InferOutput<typeof returnRequestSchema>;

interface ReturnableItem {
  productId: { _id: string };
  quantity: number;
  refunded?: number | undefined;
}

/** Returns how many pieces the customer can return: those that are neither refunded nor in another return. */
export function countReturnable(
  { productId, quantity, refunded = 0 }: ReturnableItem,
  order: ReturnsOfOrder,
): number {
  // The pieces of refunded returns are already counted in `refunded`.
  const openRequests = listReturnRequests(order).filter(({ status }) => status !== "Refunded");
  return Math.max(quantity - refunded - countPieces(listPieces(openRequests), productId._id), 0);
}

export const listPieces = (requests: readonly ReturnRequest[]) => requests.flatMap(({ pieces }) => pieces);

/** All amounts must be in the same unit. */
export interface ReturnableOrder extends ReturnsOfOrder {
  items?: readonly ReturnableItem[] | undefined;
  grandTotal: number;
  refundAmount?: number | null | undefined;
  orderStatus: string;
  deliveredAt?: string | undefined;
  promised?: OrderRules | null | undefined;
}

type ReturnRefusal = "returned" | "not_delivered" | "nothing_left" | "return_expired";

/** Returns why the customer cannot return pieces at `now`, the server's time; null if the customer can. */
export function findReturnRefusal(order: ReturnableOrder, now: Date): ReturnRefusal | null {
  const { deliveredAt, promised } = order;
  if (toShownStatus(order.orderStatus) !== "Delivered" || deliveredAt === undefined) return "not_delivered";
  // Counts the pieces, because a refund of all pieces can be less than the total: it may exclude the shipping fee.
  const isFullyReturned = order.items?.every((item) => countReturnable(item, order) === 0) ?? false;
  if (isFullyReturned || (order.refundAmount ?? 0) >= order.grandTotal)
    return order.returnRequest ? "returned" : "nothing_left";
  return now.getTime() > getReturnDeadline({ deliveredAt, promised }).getTime() ? "return_expired" : null;
}

/** True if the customer has requested a return or can request one. */
export const isReturned = (order: ReturnableOrder, now: Date): boolean =>
  listReturnRequests(order).length > 0 || findReturnRefusal(order, now) === null;

/** The HTML id of the first return, or of the button to request one, on an order's page. */
export const RETURN_ANCHOR = "return";

export const getReturnDeadline = ({
  deliveredAt,
  promised,
}: Pick<ReturnableOrder, "promised"> & { deliveredAt: string }): Date =>
  new Date(new Date(deliveredAt).getTime() + getRules(promised).returnWithinDays * DAY);

export const writeReturnRefusals = ({ returnWithinDays }: Rules): Record<ReturnRefusal, string> => ({
  returned: "A return of this order has already been requested.",
  not_delivered: "You can return an order only after it has arrived.",
  nothing_left: "This order was already refunded. If something is wrong with it, please write to us.",
  return_expired: `The return period of ${formatDays(returnWithinDays)} from delivery is over.`,
});

export const returnRequestMessages = {
  submitted: "Return request submitted.",
  failed: "Error submitting the return. Please try again.",
  nothingChosen: "Please choose what you would like to return.",
  noReason: "Please choose at least one reason.",
  pieces: "These pieces are not in the order, or were already returned.",
  busy: "We're busy with other photos right now. Please send your request again in a moment.",
  tooMany: "Too many requests in a short time. Please try again in a few minutes.",
} as const;

/** Describes the state of a return. A cash payment is refunded in another way than an online payment (decision 056). */
export function describeReturnStep(
  request: Pick<ReturnRequest, "status" | "changedAt">,
  rules: Rules,
  { cash }: Pick<Order, "cash">,
): string {
  const steps: Record<ReturnStatus, string> = {
    Requested: `We've received your request and will reply within ${formatBusinessDays(rules.replyWithinDays)}.`,
    Accepted: `Please send the pieces back by ${formatSendBy(request, rules)}, unused and in their packaging.`,
    Refused: "We could not accept this return.",
    Received: "We've received your pieces. We'll check them and then refund you.",
    Refunded: cash
      ? `Your refund comes ${CASH_REFUND_METHOD}.`
      : "Your refund is on its way to your original payment method.",
  };
  return steps[request.status];
}

/** Returns the last day on which the customer can send the pieces of an accepted return: `4 Dec 2026`. */
export const formatSendBy = (
  { changedAt }: Pick<ReturnRequest, "changedAt">,
  { returnWithinDays }: Rules,
): string => formatDate(new Date(new Date(changedAt).getTime() + returnWithinDays * DAY)) ?? "";

/** The shop pays for sending a return unless the owner decides otherwise, because it promises free returns (§2.4). */
export const USUAL_RETURN_PAYER: ReturnPayer = "shop";

/** The text that replaces the return address until the owner has entered it. */
export const NO_RETURN_ADDRESS = "We'll e-mail you the address.";

export const returnPayerWords: Record<ReturnPayer, string> = {
  shop: "We pay the return shipping. If you send the parcel yourself, e-mail us a photo of the courier's receipt.",
  customer: "You pay the return shipping.",
};
