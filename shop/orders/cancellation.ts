import * as v from "valibot";
import { HOUR } from "#contract/time.ts";
import { formatHours, getRules, type OrderRules, type Rules } from "#shop/policies/rules.ts";
import { chosenReasons } from "./chosen-reasons.ts";
import { toShownStatus } from "./status.ts";

const MAX_COMMENT = 1_000;

/** The specification fixes these texts (§2.15). */
export const cancellationReasons = [
  "No longer need item",
  "Found cheaper",
  "Late delivery",
  "Accidental order",
  "Other",
] as const;

export const cancellationStatuses = ["Pending", "Approved", "Rejected"] as const;
export type CancellationStatus = (typeof cancellationStatuses)[number];

export const cancellationRequestSchema = v.object({
  reasons: chosenReasons(cancellationReasons),
  comments: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(MAX_COMMENT, `Comments can be up to ${MAX_COMMENT} characters long.`),
    ),
    "",
  ),
});

export type CancellationRequest = v.InferOutput<typeof cancellationRequestSchema>;

/** The fields of an order in a response that decide if it can be cancelled. For a table row, use `toCancellable`. */
export interface CancellableOrder {
  orderStatus: string;
  createdAt: Date | string;
  cancellation?: { status?: string | undefined } | null | undefined;
  /** The courier and tracking number. Missing or null until a parcel is shipped (D67, D68). */
  tracking?: object | null | undefined;
  lostAt?: Date | string | null | undefined;
  promised?: OrderRules | null | undefined;
}

export type CancellationRefusal = "requested" | "cancelled" | "delivered" | "lost" | "dispatched" | "expired";

/**
 * Returns why the customer cannot cancel an order at `now`, the server's time; null if the customer can (§5, D68). The
 * deadline is 24 hours after the order was placed, or the number of hours that the shop promised for this order.
 */
export function findCancellationRefusal(order: CancellableOrder, now: Date): CancellationRefusal | null {
  if (toShownStatus(order.orderStatus) === "Cancelled") return "cancelled";
  if (order.cancellation?.status) return "requested";
  if (toShownStatus(order.orderStatus) === "Delivered") return "delivered";
  if (order.lostAt) return "lost";
  if (order.tracking) return "dispatched";
  return now.getTime() > getCancellationDeadline(order).getTime() ? "expired" : null;
}

/** Adds a new cancellation request to an order. Used if the server's response does not contain the order (§4). */
export const withCancellation = <O extends object>(
  order: O,
  request: { reasons: string[]; comments: string },
  now = new Date(),
) => ({ ...order, cancellation: { ...request, status: "Pending", requestedAt: now.toISOString() } });

export const getCancellationDeadline = ({
  createdAt,
  promised,
}: Pick<CancellableOrder, "createdAt" | "promised">): Date =>
  new Date(new Date(createdAt).getTime() + getRules(promised).cancelWithinHours * HOUR);

/** Returns the time by which the shop promised to answer the cancellation request (§2.15). */
export const getAnswerDeadline = (order: {
  cancellationRequestedAt?: Date | string | null | undefined;
  updatedAt: Date | string;
  promised: OrderRules | null;
}): Date =>
  new Date(
    new Date(order.cancellationRequestedAt ?? order.updatedAt).getTime() +
      getRules(order.promised).answerWithinHours * HOUR,
  );

/** True if the page hides the cancel button. In all other cases the page shows the button, possibly disabled (§5). */
export const isCancelButtonHidden = (refusal: CancellationRefusal | null): boolean =>
  refusal === "requested" || refusal === "cancelled";

export const writeCancellationRefusals = ({
  cancelWithinHours,
}: Rules): Record<CancellationRefusal, string> => ({
  requested: "A cancellation of this order has already been requested.",
  cancelled: "This order is already cancelled.",
  delivered: "This order has been delivered and can no longer be cancelled.",
  lost: "This order was lost on the way, so it cannot be cancelled.",
  dispatched: "This order is on its way and can no longer be cancelled.",
  expired: `Cancellation period expired. You can only cancel within ${formatHours(cancelWithinHours)} of order placement.`,
});

export const cancellationMessages = {
  submitted: "Cancellation request submitted.",
  failed: "Error submitting cancellation. Please try again.",
  notLoggedIn: "You are not logged in. Please log in to cancel the order.",
  submitting: "Submitting...",
} as const;
