import { describeDeliveryRefusal } from "#shop/orders/order-transitions.ts";
import { formatDate } from "#contract/dates.ts";
import { formatCount } from "#contract/text.ts";
import type { ReportProgress } from "#platform/operator/command.ts";
import type { Context } from "#platform/context.ts";
import { addNoteOnce, deliverOrder, type OrderRow } from "#shop/orders/server/index.ts";
import { awaitsCash } from "#shop/orders/status.ts";
import { readDelivery } from "./delivery-day.ts";
import { type ParcelOutcome, parseParcelStatus, shortenCell } from "./list-columns.ts";
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

export async function deliverList(context: Context, list: OrderList, report?: ReportProgress) {
  const { toDeliver, unchanged, errors, notArrived, underWay, columns } = await readDeliveries(context, list);
  const left = [...notArrived.map(toSkipped), ...underWay.values()];
  const action = `Mark ${formatCount(toDeliver.length, "order")} as delivered`;
  const plan = { changes: toDeliver, unchanged, errors, left, columns };
  const delivered = await processRows(list, plan, {
    undone: "No order was marked as delivered",
    others: "skip the faulty rows and mark the other orders as delivered",
    action,
    ask: () =>
      addMailed(
        context,
        `${action}? This cannot be undone, because the time for returns begins.`,
        listOrderIds(toDeliver),
      ),
    run: ({ orderId, position, at }) => deliverOrder(context, orderId, { position, at }),
    report: (done, of) => report?.("Recording deliveries", done, of),
  });
  for (const { order, status } of notArrived)
    await addNoteOnce(context, order, `The courier's list says “${shortenCell(status)}”.`);
  return describeListResult(
    [
      await addMailed(context, `${formatCount(delivered.length, "order")} marked as delivered.`, delivered),
      unchanged.length > 0 ? `${formatCount(unchanged.length, "order")} already delivered.` : "",
      underWay.size > 0 ? `${formatCount(underWay.size, "order")} not delivered yet.` : "",
      notArrived.length > 0 &&
        `${formatCount(new Set(listOrderIds(notArrived)).size, "order")} lost or coming back. A note about this is in the history of each order.`,
    ],
    { heading: "Not marked because", errors: [...errors, ...notArrived] },
    { delivered, unchanged: listOrderIds(unchanged), underWay: [...underWay.keys()] },
  );
}

/** Groups the rows by outcome. A parcel listed twice counts once. Without a status column, all count as delivered. */
async function readDeliveries(context: Context, list: OrderList) {
  const { rows, errors, has } = await readOrderList(context, list, "deliver");
  const toDeliver: (PlannedRow & { position: number | null; at: Date })[] = [];
  const unchanged: PlannedRow[] = [];
  /** Parcels that will not arrive. The owner must act, but the other rows are processed. */
  const notArrived: (RowError & { order: OrderRow; status: string })[] = [];
  const underWay = new Map<string, PlannedRow>();
  const seenParcels = new Set<string>();
  for (const { row, orderId, order, read, quote } of await findOrders(context.db, rows, errors, {
    areSent: true,
  })) {
    const planned = { row, orderId, order, values: has("status") ? [read("status")] : [] };
    const parcel = findRowParcel(order, read("number"));
    const isDelivered = (parcel ?? order).status === "Delivered";
    const outcome = has("status") ? parseParcelStatus(read("status")) : "delivered";
    if (outcome !== "delivered") {
      const problem = isDelivered ? null : remedies[outcome]?.(order, read("status"));
      if (problem) notArrived.push({ ...planned, status: read("status"), why: problem });
      else if (!isDelivered) underWay.set(orderId, { ...planned, effect: "Not delivered yet" });
      continue;
    }
    const position = parcel?.position ?? null;
    const key = `${orderId} ${position}`;
    const { at, error } = readDelivery(read("date"), parcel ?? order, context.now(), quote("date"));
    const problem = findDeliveryError(order, parcel) ?? (isDelivered ? null : (error ?? null));
    if (problem !== null) errors.push({ ...planned, why: problem });
    else if (!seenParcels.has(key) && isDelivered)
      unchanged.push({ ...planned, effect: "Already delivered" });
    else if (!seenParcels.has(key))
      toDeliver.push({
        ...planned,
        position,
        at: at ?? context.now(),
        effect: describeMailed(at ? `Delivered on ${formatDate(at)}` : "Delivered", order),
      });
    seenParcels.add(key);
  }
  return {
    toDeliver,
    unchanged,
    errors,
    notArrived,
    underWay,
    columns: has("status") ? ["Courier's status"] : [],
  };
}

const remedies: Partial<Record<ParcelOutcome, (order: OrderRow, status: string) => string>> = {
  back: (order, status) =>
    awaitsCash(order)
      ? `"${status}": the parcel is back. Mark the order as refused at the door`
      : `"${status}": the parcel is back. Open the order and refund it or send it again`,
  "coming-back": (order, status) =>
    `"${status}": the parcel is coming back${awaitsCash(order) ? ". When it is here, mark the order as refused at the door" : ""}`,
  lost: (order, status) =>
    `"${status}": ask the courier. If the parcel is lost, mark it as lost${awaitsCash(order) ? "" : " to refund it or send it again"}`,
};

/**
 * Returns the parcel with this tracking number or, if there is none, the only parcel in transit; otherwise null. Always
 * null if the order has fewer than two parcels.
 */
function findRowParcel({ parcels }: RowOrder, number: string): ParcelRow | null {
  if (parcels.length < 2) return null;
  const [single, second] = parcels.filter(({ status }) => status === "Sent");
  return parcels.find(({ tracking }) => tracking?.number === number) ?? (second ? null : (single ?? null));
}

function findDeliveryError(order: RowOrder, parcel: ParcelRow | null): string | null {
  if (order.status === "Delivered" || parcel?.status === "Delivered") return null;
  const onTheWay = order.parcels.filter(({ status }) => status === "Sent");
  if (parcel === null && onTheWay.length > 1)
    return `${order.orderId} has several parcels on their way: the list needs a column with the tracking number, ${onTheWay.map(({ tracking }) => tracking?.number).join(" or ")}`;
  return describeDeliveryRefusal(order);
}
