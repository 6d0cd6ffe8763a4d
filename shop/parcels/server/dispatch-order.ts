import type { Context } from "#platform/context.ts";
import type { Tracking } from "#shop/orders/order.ts";
import { shipParcel } from "#shop/orders/server/index.ts";
import { getOwnCouriers } from "#shop/seller/server/index.ts";
import { getTrackingLink } from "../known-couriers.ts";

/** Adds the tracking link of a known courier if the owner entered no link. */
export function dispatchParcel(
  context: Context,
  orderId: string,
  tracking: Tracking,
  options?: Parameters<typeof shipParcel>[3],
) {
  const link = tracking.link ?? getTrackingLink(tracking, getOwnCouriers(context));
  return shipParcel(context, orderId, { ...tracking, ...(link !== null && { link }) }, options);
}
