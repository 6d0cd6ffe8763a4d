import type { Context } from "#platform/context.ts";
import type { Tracking } from "#shop/orders/order.ts";
import { shipParcel } from "#shop/orders/server/index.ts";
import { getOwnCouriers } from "#shop/seller/server/index.ts";
import { getTrackingLink } from "../known-couriers.ts";

/** Ships a parcel. If the owner entered no tracking link, adds the link of a known courier. */
export function dispatchParcel(
  context: Context,
  orderId: string,
  tracking: Tracking,
  options?: Parameters<typeof shipParcel>[3],
) {
  const link = tracking.link ?? getTrackingLink(tracking, getOwnCouriers(context));
  return shipParcel(context, orderId, { ...tracking, ...(link !== null && { link }) }, options);
}
