import { Badge } from "#ui/badge.tsx";
import { orderFallbacks } from "../order.ts";
import { isPaid, shownStatus } from "../status.ts";

const tones = {
  Pending: "waiting",
  Processing: "neutral",
  Delivered: "success",
  Cancelled: "danger",
  Unknown: "neutral",
} as const;

/** Where an order stands, in the words of §4. */
export function OrderStatusBadge({ status }: { status: string }) {
  const shown = shownStatus(status);
  return <Badge tone={tones[shown]}>{shown}</Badge>;
}

/** Where its money stands: 'Completed' looks done, anything else pending; its name is a class as well (§4). */
export function PaymentStatusBadge({
  status = orderFallbacks.paymentStatus,
}: {
  status: string | undefined;
}) {
  return (
    <Badge tone={isPaid(status) ? "success" : "waiting"} className={status.toLowerCase()}>
      {status}
    </Badge>
  );
}
