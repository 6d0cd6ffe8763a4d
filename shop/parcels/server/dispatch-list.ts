import { isSameParcel } from "#shop/orders/parcels.ts";
import { describeDispatchRefusal } from "#shop/orders/order-transitions.ts";
import { formatCount, joinFirst, joinTexts } from "#contract/text.ts";
import type { ReportProgress } from "#platform/operator/command.ts";
import type { Context } from "#platform/context.ts";
import { dispatchParcel } from "./dispatch-order.ts";
import type { Tracking } from "#shop/orders/order.ts";
import { isHttps } from "#shop/seller/server/index.ts";
import { MAX_TRACKING_TEXT_LENGTH } from "../known-couriers.ts";
import { parseParcelStatus } from "./list-columns.ts";
import type { ListContent } from "./tables.ts";
import {
  listOrderIds,
  describeMailed,
  addMailed,
  type PlannedRow,
  type RowError,
  toSkipped,
  readOrderList,
  type ParcelRow,
  type RowOrder,
  findOrders,
  type OrderList,
  processRows,
  describeListResult,
} from "./order-lists.ts";

export async function dispatchList(context: Context, list: OrderList, report?: ReportProgress) {
  const { parcels, unchanged, errors, left, missing, cancelled } = await readCourierList(context, list);
  const action = `Mark ${formatCount(parcels.length, "parcel")} as dispatched`;
  const plan = { changes: parcels, unchanged, errors, left, columns: ["Parcel"] };
  const sent = await processRows(list, plan, {
    undone: "No parcel was marked as dispatched",
    others: "skip the faulty rows and dispatch the other parcels",
    action,
    ask: async () =>
      joinTexts(
        " ",
        await addMailed(
          context,
          `${action}? The ${parcels.length === 1 ? "customer" : "customers"} can then no longer cancel.`,
          listOrderIds(parcels),
        ),
        describeMissing(missing),
      ),
    run: ({ orderId, tracking }) => dispatchParcel(context, orderId, tracking),
    report: (done, of) => report?.("Sending parcels", done, of),
  });
  return describeListResult(
    [
      sent.length === 0 && unchanged.length > 0
        ? "No parcel was newly marked as dispatched."
        : await addMailed(context, `${formatCount(sent.length, "parcel")} marked as dispatched.`, sent),
      unchanged.length > 0 ? `${formatCount(unchanged.length, "parcel")} already on their way.` : "",
    ],
    {
      heading: "Not dispatched because",
      errors,
      left,
      leftTexts: [
        missing.length > 0 &&
          `${formatCount(missing.length, "row")} skipped, because the tracking number is missing.`,
        cancelled > 0 &&
          `${formatCount(cancelled, "row")} skipped, because the courier cancelled the parcel.`,
      ],
    },
    { sent, unchanged: listOrderIds(unchanged) },
  );
}

/** Names each order once, because a list can have several rows for one order. A row may also have no order number. */
function describeMissing(orderIds: readonly string[]): string {
  const named = [...new Set(orderIds)].filter(Boolean);
  return named.length === 0 ? "" : `Left out, because the tracking number is missing: ${joinFirst(named)}.`;
}

type Parcel = PlannedRow & { tracking: Tracking; quote: (column: ListContent) => string };

async function readCourierList(context: Context, list: OrderList) {
  const { rows, errors, has, courier } = await readOrderList(context, list, "dispatch");
  const isSent = ({ read }: (typeof rows)[number]) =>
    !has("status") || (read("number") !== "" && parseParcelStatus(read("status")) !== "cancelled");
  const unsent = rows.filter((each) => !isSent(each));
  const parcels: Parcel[] = [];
  const unchanged: PlannedRow[] = [];
  const unknown: RowError[] = [];
  const unsentOrders = await findOrders(context.db, unsent, unknown);
  const left = [
    ...unsentOrders.map(({ row, orderId, order, read }) => ({
      row,
      orderId,
      order,
      values: [read("number")],
      effect: read("number") === "" ? "No tracking number yet" : "Cancelled by the courier",
    })),
    ...unknown.map(toSkipped),
  ];
  const firstOfOrder = new Map<string, Parcel>();
  const listed = (await findOrders(context.db, rows.filter(isSent), errors)).map(
    ({ row, orderId, order, read, quote }) => {
      const link = read("link");
      const tracking = {
        courier: read("courier") || (courier ?? ""),
        number: read("number"),
        ...(link && { link }),
      };
      const values = [describeNumbers(order, tracking)];
      return { row, orderId, order, tracking, quote, values, effect: describeMailed("Dispatched", order) };
    },
  );
  const rowsByNumber = Map.groupBy(listed, ({ tracking }) => tracking.number);
  for (const parcel of listed) {
    const { orderId, order, tracking } = parcel;
    const previous = firstOfOrder.get(orderId);
    const sameNumber = rowsByNumber.get(tracking.number)?.find((other) => other.orderId !== orderId);
    const problem = findRowError(parcel, order, { previous, sameNumber });
    firstOfOrder.set(orderId, previous ?? parcel);
    if (problem !== null) errors.push({ ...parcel, why: problem });
    else if (previous) continue;
    else if (isSentAlready(order, tracking)) unchanged.push({ ...parcel, effect: "Already on its way" });
    else parcels.push(parcel);
  }
  const withoutNumber = unsent.filter(({ read }) => read("number") === "");
  return {
    parcels,
    unchanged,
    errors,
    left,
    missing: listOrderIds(withoutNumber),
    cancelled: unsent.length - withoutNumber.length,
  };
}

/** Returns `Delhivery 5511`, or `Blue Dart 77 → Delhivery 5511` if the order was already sent with another number. */
function describeNumbers({ parcels, partlySent }: RowOrder, { courier, number }: Tracking): string {
  const now = joinTexts(" ", courier, number);
  if (partlySent || hasReplacement(parcels)) return now;
  const sent = parcels.flatMap(({ status, tracking }) =>
    status === "Sent" && tracking ? [`${tracking.courier} ${tracking.number}`] : [],
  );
  return sent.length === 0 || sent.includes(now) ? now : `${sent.join(", ")} → ${now}`;
}

function findRowError(
  { orderId, tracking, quote }: Parcel,
  order: RowOrder,
  { previous, sameNumber }: { previous: Parcel | undefined; sameNumber: Parcel | undefined },
): string | null {
  const { courier, number, link } = tracking;
  const textError =
    findTextError(courier, `the courier ${quote("courier")}`) ??
    findTextError(number, `the tracking number ${quote("number")}`);
  if (textError !== null) return textError;
  if (/^\d([.,]\d+)?e\+\d+$/i.test(number))
    return `a spreadsheet has shortened the tracking number ${quote("number")}. Use the list exactly as you got it from the courier`;
  if (link !== undefined && (!isHttps(link) || link.length > 500))
    return `the link ${quote("link")} does not begin with https://`;
  if (previous && !isSameTracking(previous.tracking, tracking))
    return `row ${previous.row} has another courier or tracking number for ${orderId}`;
  if (isSentAlready(order, tracking)) return null;
  const isReplaced = hasReplacement(order.parcels);
  const refusal = isReplaced ? null : describeDispatchRefusal(order);
  if (refusal !== null) return refusal;
  const sentParcels = isReplaced || order.partlySent ? null : describeSentParcels(order);
  if (sentParcels !== null || !sameNumber) return sentParcels;
  return `row ${sameNumber.row} has the same tracking number for ${sameNumber.orderId}. If both orders are in this parcel, mark each order as dispatched separately, without the list`;
}

const hasReplacement = (parcels: readonly ParcelRow[]): boolean =>
  parcels.some(({ status }) => status === "Waiting");

/** Returns why a list must not replace the tracking numbers of parcels in transit; null if no parcel is in transit. */
function describeSentParcels({ orderId, parcels }: RowOrder): string | null {
  const sent = parcels.flatMap(({ status, tracking }) =>
    status === "Sent" && tracking ? [`${tracking.courier}, ${tracking.number}`] : [],
  );
  return sent.length === 0
    ? null
    : `${orderId} was already sent with ${sent.join(" and ")}. If that is wrong, correct the tracking number on the order`;
}

const findTextError = (text: string, name: string): string | null => {
  if (text === "") return `${name} is missing`;
  const isLong = text.length > MAX_TRACKING_TEXT_LENGTH;
  return isLong ? `${name} is longer than ${MAX_TRACKING_TEXT_LENGTH} characters` : null;
};

/** True for a parcel that was already shipped. That is not an error, so that a list can be imported again. */
const isSentAlready = ({ parcels }: RowOrder, givenTracking: Tracking): boolean =>
  parcels.some(({ tracking }) => isSameParcel(tracking, givenTracking));

const isSameTracking = (first: Tracking, other: Tracking): boolean =>
  isSameParcel(first, other) && (other.link === undefined || first.link === other.link);
