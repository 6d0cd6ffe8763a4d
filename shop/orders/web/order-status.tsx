import type { ComponentProps } from "react";
import { Badge } from "#ui/badge.tsx";
import { useChange } from "#ui/changes.tsx";
import { type Order } from "../order.ts";
import type { PaymentStatus } from "#shop/payments/payment.ts";
import { toShownPayment, toShownStatus } from "../status.ts";

const tones = {
  Pending: "waiting",
  Processing: "neutral",
  Delivered: "success",
  Cancelled: "danger",
  Unknown: "neutral",
} as const;

export function OrderStatusBadge({ status }: { status: string }) {
  const shownStatus = toShownStatus(status);
  return <Badge tone={tones[shownStatus]}>{shownStatus}</Badge>;
}

const paymentTones: Record<PaymentStatus, ComponentProps<typeof Badge>["tone"]> = {
  Pending: "waiting",
  Failed: "danger",
  Completed: "success",
  Expired: "neutral",
  Refunding: "waiting",
  Refunded: "neutral",
};

/** The status is also a CSS class (§4). Unknown statuses look like Pending. */
export function PaymentStatusBadge({ order }: { order: PaidOrder }) {
  const status = order.paymentStatus;
  const tone = Object.entries(paymentTones).find(([paymentStatus]) => paymentStatus === status)?.[1];
  return (
    <Badge quiet tone={tone ?? "waiting"} className={status.toLowerCase()}>
      {toShownPayment(status, order.refundAmount, order.grandTotal)}
    </Badge>
  );
}

type PaidOrder = Pick<Order, "refundAmount" | "grandTotal" | "paymentStatus">;

export const useOrderChange = ({
  orderId,
  orderStatus,
  paymentStatus,
  refundAmount,
  grandTotal,
  cancellation,
}: Order) =>
  useChange({
    topic: `Order ${orderId}`,
    value: [
      toShownStatus(orderStatus),
      `payment ${toShownPayment(paymentStatus, refundAmount, grandTotal)}`,
      ...(cancellation ? [`cancellation ${cancellation.status}`] : []),
    ].join(", "),
  });
