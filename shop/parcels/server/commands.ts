import { formatCount } from "#contract/text.ts";
import {
  defineCommand,
  type Command,
  CommandRefused,
  UsageError,
  parseRequiredText,
} from "#platform/operator/command.ts";
import { findStoragePlaces } from "#shop/catalogue/server/index.ts";
import { describePinMismatch } from "#shop/addresses/pin-codes.ts";
import { calculateDispatchDay, formatDispatchDay } from "#shop/policies/delivery-dates.ts";
import {
  listOrderLines,
  type OrderLineRow,
  type OrderRow,
  orders,
  deliverOrder,
  describeParcel,
  orderArgument as orderId,
  toPlainOrder,
} from "#shop/orders/server/index.ts";
import { describeGift } from "#shop/orders/gift.ts";
import { and, asc, eq, isNull, ne, or } from "drizzle-orm";
import type { Db } from "#platform/database/database.ts";
import path from "node:path";
import { isHttps, LONGEST_TRACKING_TEXT } from "./known-couriers.ts";
import { deliverList, dispatchList } from "./parcel-lists.ts";
import { dispatchOrder } from "./dispatch-order.ts";

/** The pieces of one product for all orders together. */
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
  reads: true,
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
      message: orders.map((order) => describeToPack(order, lines)).join("\n"),
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

/** `TRV-7K3M9Q by Wed 25 Nov, Asha Patel, Pune: 2 × Acacia Bowl` */
function describeToPack(order: OrderRow, lines: readonly OrderLineRow[]): string {
  const { orderId, contact, shippingAddress, notes, gift } = order;
  const pieces = lines
    .filter((line) => line.orderId === order.id)
    .map(({ quantity, title }) => `${quantity} × ${title}`);
  const mismatch = describePinMismatch(shippingAddress.zipCode, shippingAddress.state);
  return (
    `${orderId} by ${getPackBy(order)}, ${contact.firstName} ${contact.lastName}, ${shippingAddress.city}: ` +
    pieces.join(", ") +
    (notes ? ` (${notes})` : "") +
    (gift ? `\n  ${describeGift(gift)}` : "") +
    (mismatch ? `\n  ${mismatch}: ask its customer, phone ${shippingAddress.phoneNumber}.` : "")
  );
}

const getPackBy = ({ createdAt }: OrderRow): string => formatDispatchDay(calculateDispatchDay(createdAt));

/** Paid, not sent, and wanted by their customers, the oldest first. */
export const listOrdersToPack = (db: Db): Promise<OrderRow[]> =>
  db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.status, "Processing"),
        eq(orders.paymentStatus, "Completed"),
        isNull(orders.dispatchedAt),
        or(isNull(orders.cancellationStatus), ne(orders.cancellationStatus, "Pending")),
      ),
    )
    .orderBy(asc(orders.createdAt), asc(orders.id));

const columns = {
  summary: "with --from: which column is which, e.g. order=2 number=5; said once, it is kept",
  many: true as const,
};

const dispatch = defineCommand({
  noun: "orders",
  verb: "dispatch",
  summary:
    "Says that a parcel has left, and with whom, or every parcel of a list; said again, it corrects that.",
  preview: "rehearse",
  args: [{ ...orderId, optional: true }],
  options: {
    from: {
      summary: "the courier's own list as CSV, or one with the columns order, courier, number, link",
      kind: "file",
    },
    columns,
    "skip-faulty": { summary: "with --from: send the others, where some rows cannot be done", flag: true },
    courier: {
      summary: "who carries it, e.g. Delhivery; with --from, all that the list names no courier for",
    },
    number: { summary: "the number on the parcel" },
    link: {
      summary: "where its customer can follow it (https://…); else the page of a known courier",
      kind: "link",
    },
  },
  examples: [
    "orders dispatch TRV-7K3M9Q --courier Delhivery --number 1234567890",
    "orders dispatch --from couriers.csv",
    "orders dispatch --from couriers.csv --skip-faulty",
    "orders dispatch --from docket-list.csv --courier Trackon --columns order=2 number=5",
  ],
  run: async (context, { args, options, folder, confirmed: isConfirmed = false }, report) => {
    const file = findList(args["orderId"], options["from"], folder);
    const skipFaulty = options["skip-faulty"] !== undefined;
    const list = { columns: options["columns"], courier: options["courier"], skipFaulty, isConfirmed };
    if (file !== null) return dispatchList(context, { ...list, file }, report);
    if (args["orderId"] === undefined)
      throw new CommandRefused(
        "Which order? orders dispatch TRV-… --courier … --number …, or --from couriers.csv",
      );
    const link = parseLink(options["link"]);
    const tracking = {
      courier: parseRequiredText("courier", options["courier"], LONGEST_TRACKING_TEXT),
      number: parseRequiredText("number", options["number"], LONGEST_TRACKING_TEXT),
      ...(link !== null && { link }),
    };
    const order = await dispatchOrder(context, args["orderId"], tracking, { isConfirmed });
    return {
      message: describeParcel(order),
      data: toPlainOrder(order),
    };
  },
});

const deliver = defineCommand({
  noun: "orders",
  verb: "deliver",
  summary: "Says that the parcel has arrived, or every parcel of a list.",
  preview: "rehearse",
  args: [{ ...orderId, optional: true }],
  options: {
    from: { summary: "the courier's own list as CSV: of one with a status, what has arrived", kind: "file" },
    columns,
    "skip-faulty": { summary: "with --from: do the others, where some rows cannot be done", flag: true },
  },
  confirm: ({ args: { orderId: order } }) =>
    order === undefined ? null : `Mark ${order} as delivered? That is final, and its customer gets a mail.`,
  examples: ["orders deliver TRV-7K3M9Q", "orders deliver --from couriers.csv"],
  run: async (context, { args, options, folder, confirmed: isConfirmed = false }, report) => {
    const file = findList(args["orderId"], options["from"], folder);
    const skipFaulty = options["skip-faulty"] !== undefined;
    const list = { columns: options["columns"], courier: undefined, skipFaulty, isConfirmed };
    if (file !== null) return deliverList(context, { ...list, file }, report);
    if (args["orderId"] === undefined)
      throw new CommandRefused("Which order? orders deliver TRV-…, or --from couriers.csv");
    const order = await deliverOrder(context, args["orderId"]);
    return { message: `${order.orderId} is delivered.`, data: toPlainOrder(order) };
  },
});

export const parcelCommands: Command[] = [dispatch, deliver];

/** The list to go through, if one was given. @throws UsageError */
function findList(order: string | undefined, from: string | undefined, folder: string): string | null {
  if (from === undefined) return null;
  if (order !== undefined) throw new UsageError("Name one order, or a list with --from: not both.");
  return path.resolve(folder, from);
}

/** It is shown as a link to customers, so it is a web address or nothing. */
function parseLink(given: string | undefined): string | null {
  if (given === undefined) return null;
  const url = URL.parse(given.trim());
  if (url === null || !isHttps(url.href) || url.href.length > 500)
    throw new CommandRefused(
      `--link ${given} is no address that customers can be sent to. It begins with https://.`,
    );
  return url.href;
}
