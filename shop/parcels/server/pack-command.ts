import { formatCount } from "#contract/text.ts";
import { defineCommand } from "#platform/operator/command.ts";
import { findStoragePlaces } from "#shop/catalogue/server/index.ts";
import { describePinMismatch } from "#shop/addresses/pin-codes.ts";
import { calculateDispatchDay, formatDispatchDay } from "#shop/policies/delivery-dates.ts";
import { listOrderLines, type OrderLineRow, type OrderRow } from "#shop/orders/server/index.ts";
import { listOrdersToPack } from "./orders-to-pack.ts";

/** So many pieces of one product for all orders together. */
interface Pick {
  shelf: string | null;
  productId: string;
  title: string;
  pieces: number;
  orders: string[];
}

export const pack = defineCommand({
  noun: "orders",
  verb: "pack",
  summary:
    "The pick list of everything that is paid and not sent, by shelf; then each order with its pieces.",
  args: [],
  options: {},
  examples: ["orders pack", "orders pack --json"],
  run: async ({ db }) => {
    const orders = await listOrdersToPack(db);
    const lines = await listOrderLines(
      db,
      orders.map(({ id }) => id),
    );
    const places = await findStoragePlaces(db, [...new Set(lines.map(({ productId }) => productId))]);
    const picks = collectPicks(orders, lines, places);
    if (orders.length === 0) return { message: "Nothing is to be packed.", data: { orders: [], picks } };
    const pieces = picks.reduce((sum, pick) => sum + pick.pieces, 0);
    return {
      title: `${formatCount(orders.length, "order")} to pack, ${formatCount(pieces, "piece")}`,
      columns: ["Shelf", "Product", "Title", "Pieces", "For"],
      rows: picks.map((pick) => [
        pick.shelf ?? "",
        pick.productId,
        pick.title,
        pick.pieces,
        pick.orders.join(" "),
      ]),
      message: orders.map((order) => describeParcel(order, lines)).join("\n"),
      data: { orders: orders.map((order) => ({ orderId: order.orderId, packBy: getPackBy(order) })), picks },
    };
  },
});

/** `A2` before `A10`; what has no shelf comes last. */
function collectPicks(
  orders: readonly OrderRow[],
  lines: readonly OrderLineRow[],
  places: ReadonlyMap<string, string | null>,
): Pick[] {
  const names = new Map(orders.map(({ id, orderId }) => [id, orderId]));
  const picks = [...Map.groupBy(lines, ({ productId }) => productId)].map(([productId, of]) => ({
    shelf: places.get(productId) ?? null,
    productId,
    title: of[0]?.title ?? "",
    pieces: of.reduce((sum, { quantity }) => sum + quantity, 0),
    orders: of.map(({ orderId }) => names.get(orderId) ?? ""),
  }));
  const toKey = ({ shelf, productId }: Pick) => `${shelf === null ? 1 : 0} ${shelf ?? ""} ${productId}`;
  return picks.toSorted((one, other) => toKey(one).localeCompare(toKey(other), "en", { numeric: true }));
}

/** `TRV-7K3M9Q by Wed 25 November, Asha Patel, Pune: 2 × Acacia Bowl` */
function describeParcel(order: OrderRow, lines: readonly OrderLineRow[]): string {
  const { orderId, contact, shippingAddress, notes } = order;
  const pieces = lines
    .filter((line) => line.orderId === order.id)
    .map(({ quantity, title }) => `${quantity} × ${title}`);
  const mismatch = describePinMismatch(shippingAddress.zipCode, shippingAddress.state);
  return (
    `${orderId} by ${getPackBy(order)}, ${contact.firstName} ${contact.lastName}, ${shippingAddress.city}: ` +
    pieces.join(", ") +
    (notes ? ` (${notes})` : "") +
    (mismatch ? `\n  ${mismatch}: ask its customer, phone ${shippingAddress.phoneNumber}.` : "")
  );
}

const getPackBy = ({ createdAt }: OrderRow): string => formatDispatchDay(calculateDispatchDay(createdAt));
