import { findSeller } from "#shop/seller/server/index.ts";
import type { Context } from "#platform/context.ts";
import type { Parcel } from "../../packing-papers.ts";
import { wasPaid } from "#shop/orders/status.ts";
import { listOrderLines, type OrderRow } from "#shop/orders/server/index.ts";

/** What goes into the parcels of these orders, and where they go: as it is now, since an address may be corrected. */
export async function findParcels(context: Context, chosen: readonly OrderRow[]): Promise<Parcel[]> {
  const lines = await listOrderLines(
    context.db,
    chosen.map(({ id }) => id),
  );
  const linesOf = Map.groupBy(lines, ({ orderId }) => orderId);
  const seller = findSeller(context);
  return chosen.map((order) => ({
    orderId: order.orderId,
    orderedAt: order.createdAt,
    seller,
    contact: order.contact,
    shippingAddress: order.shippingAddress,
    lines: linesOf.get(order.id) ?? [],
    notes: order.notes,
    heldBack: findReasonToHold(order),
  }));
}

function findReasonToHold({ status, paymentStatus, payable, cancellationStatus }: OrderRow): string | null {
  if (status === "Cancelled") return "Cancelled: do not send.";
  if (paymentStatus !== "Completed" && payable > 0)
    return wasPaid(paymentStatus) ? "Its money goes back: do not send." : "Not paid: do not send.";
  return cancellationStatus === "Pending" ? "Its customer asks to cancel it: answer first." : null;
}
