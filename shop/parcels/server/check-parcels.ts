import { isHttps, LONGEST_TRACKING_TEXT } from "../couriers.ts";
import type { Tracking } from "#shop/orders/order.ts";
import { describeDispatchRefusal } from "#shop/orders/order-transitions.ts";
import { type OrderRow, toTransitionState } from "#shop/orders/server/index.ts";
import type { CourierList, Parcel } from "./courier-list.ts";

/** Says of each parcel whether it can be sent, is on its way already, or what is wrong with its row. */
export function checkParcels(found: ReadonlyMap<string, OrderRow>, parcels: readonly Parcel[]): CourierList {
  const list: CourierList = { parcels: [], unchanged: [], errors: [] };
  const seen = new Map<string, Parcel>();
  for (const parcel of parcels) {
    const { row, orderId, tracking } = parcel;
    const order = found.get(orderId);
    const why = findRowError(parcel, order, seen.get(orderId));
    if (!seen.has(orderId)) seen.set(orderId, parcel);
    else if (why === null) continue;
    if (why !== null) list.errors.push({ row, orderId, why });
    else if (order && isSentAlready(order, tracking)) list.unchanged.push(parcel);
    else list.parcels.push(parcel);
  }
  return list;
}

/** What keeps a row from being done, with what to do about it; null when nothing does. */
function findRowError(
  { orderId, tracking }: Parcel,
  order: OrderRow | undefined,
  before: Parcel | undefined,
): string | null {
  const { courier, number, link } = tracking;
  if (orderId === "") return "the order is missing";
  if (!order) return `there is no order ${orderId}`;
  if (!isTrackingText(courier)) return `the courier ${WRONG_TEXT}`;
  if (!isTrackingText(number)) return `the number ${WRONG_TEXT}`;
  if (link !== undefined && (!isHttps(link) || link.length > 500))
    return "the link does not begin with https://";
  if (before && !isSameTracking(before.tracking, tracking))
    return `row ${before.row} says something else about ${orderId}`;
  return isSentAlready(order, tracking) ? null : describeDispatchRefusal(orderId, toTransitionState(order));
}

const WRONG_TEXT = `is missing, or longer than ${LONGEST_TRACKING_TEXT} characters`;

const isTrackingText = (text: string): boolean => text !== "" && text.length <= LONGEST_TRACKING_TEXT;

/** Also of one that has arrived meanwhile: the list may be given again. */
const isSentAlready = ({ dispatchedAt, tracking }: OrderRow, said: Tracking): boolean =>
  dispatchedAt !== null && tracking !== null && isSameTracking(tracking, said);

const isSameTracking = (one: Tracking, other: Tracking): boolean =>
  one.courier === other.courier &&
  one.number === other.number &&
  (other.link === undefined || one.link === other.link);
