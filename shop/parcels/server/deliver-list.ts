import { formatCount } from "#contract/text.ts";
import { type CommandResult, type ReportProgress, YesNeeded } from "#platform/operator/command.ts";
import type { Context } from "#platform/context.ts";
import type { Db } from "#platform/database/database.ts";
import { describeDeliveryRefusal } from "#shop/orders/order-transitions.ts";
import { deliverOrder, type OrderRow, toTransitionState } from "#shop/orders/server/index.ts";
import { findOrdersOfRows, type OrderListRow, readOrderList, type RowError } from "./read-order-list.ts";
import { createListError, describeListResult, type OrderList, runForEachRow } from "./run-order-list.ts";

/**
 * Says of every parcel of a list that it has arrived; the courier's own list serves. With an error nothing is changed, unless
 * `skipFaulty`; every one is named. Said again it does only what was not done. @throws CommandRefused, YesNeeded before
 * anything is changed unless `isConfirmed`
 */
export async function deliverList(
  context: Context,
  { file, skipFaulty, isConfirmed }: OrderList,
  report: ReportProgress = () => {},
): Promise<CommandResult> {
  const { toDeliver, unchanged, errors } = await readDeliveries(context.db, file);
  if (errors.length > 0 && !(skipFaulty && toDeliver.length + unchanged.length > 0))
    throw createListError(file, errors, {
      undone: "Nothing was changed",
      canSkip: toDeliver.length > 0,
      others: "do the others",
    });
  if (toDeliver.length > 0 && !isConfirmed)
    throw new YesNeeded(
      `Mark ${formatCount(toDeliver.length, "order")} as delivered? That is final, and each customer gets a mail.`,
    );
  const delivered = await runForEachRow(
    toDeliver,
    errors,
    ({ orderId }) => deliverOrder(context, orderId),
    (done, of) => report("Noting deliveries", done, of),
  );
  return describeListResult(
    {
      message: [
        `${formatCount(delivered.length, "order")} delivered; each customer has a mail.`,
        unchanged.length > 0 ? `${formatCount(unchanged.length, "order")} delivered before.` : "",
      ],
      notDone: "Not done because",
      errors,
    },
    { delivered, unchanged },
  );
}

interface Deliveries {
  toDeliver: OrderListRow<never>[];
  /** Orders that were delivered before. */
  unchanged: string[];
  errors: RowError[];
}

/** Looks at each row against its order; nothing is changed. An order that the list has twice counts once. */
async function readDeliveries(db: Db, file: string): Promise<Deliveries> {
  const { rows, errors } = await readOrderList<never>(file, "parcels", {});
  const found = await findOrdersOfRows(db, rows);
  const deliveries: Deliveries = { toDeliver: [], unchanged: [], errors };
  const seen = new Set<string>();
  for (const each of rows) {
    const { row, orderId } = each;
    const order = found.get(orderId);
    const why = findRowError(orderId, order);
    if (why !== null) errors.push({ row, orderId, why });
    else if (!seen.has(orderId) && order?.status === "Delivered") deliveries.unchanged.push(orderId);
    else if (!seen.has(orderId)) deliveries.toDeliver.push(each);
    seen.add(orderId);
  }
  return deliveries;
}

/** What keeps a row from being done; null for what is done already. */
function findRowError(orderId: string, order: OrderRow | undefined): string | null {
  if (orderId === "") return "the order is missing";
  if (!order) return `there is no order ${orderId}`;
  if (order.status === "Delivered") return null;
  return describeDeliveryRefusal(orderId, toTransitionState(order));
}
