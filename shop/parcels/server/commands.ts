import { type Settled, settleCashOrder } from "./settle-order.ts";
import { getSumToCollect } from "#shop/orders/status.ts";
import { describeOnItsWay, orderArgument as orderId, toPlainOrder } from "#shop/orders/describe-for-owner.ts";
import { formatName } from "#contract/person-name.ts";
import { formatRupees } from "#contract/money.ts";
import { formatCount } from "#contract/text.ts";
import {
  defineCommand,
  type Command,
  CommandRefused,
  type CommandResult,
  UsageError,
  createConfirmation,
  parseAmount,
  parseRequiredText,
} from "#platform/operator/command.ts";
import { findStoragePlaces } from "#shop/catalogue/server/index.ts";
import { describePinMismatch } from "#shop/addresses/pin-codes.ts";
import { calculateDispatchDay, formatDispatchDay } from "#shop/policies/delivery-dates.ts";
import {
  deliverOrder,
  findOrderRevision,
  parsePieces,
  requireMailConfirmation,
  setStatus,
  parsePosition,
} from "#shop/orders/server/index.ts";
import { describeWait, describeGift } from "#shop/orders/gift.ts";
import { getBuyerPhone } from "#shop/orders/recipient.ts";
import type { Tracking } from "#shop/orders/order.ts";
import path from "node:path";
import { isHttps } from "#shop/seller/server/index.ts";
import { LONGEST_TRACKING_TEXT } from "./known-couriers.ts";
import { deliverList, dispatchList, settleList } from "./parcel-lists.ts";
import { listParcelsToPack, type ParcelToPack } from "./parcels-to-pack.ts";
import { dispatchParcel } from "./dispatch-order.ts";

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
  forPacker: (result) => result,
  run: async ({ db }) => {
    const parcels = await listParcelsToPack(db);
    const lines = parcels.flatMap((parcel) => parcel.lines);
    const places = await findStoragePlaces(db, [...new Set(lines.map(({ productId }) => productId))]);
    const picks = collectPicks(parcels, places);
    if (parcels.length === 0) return { message: "Nothing is to be packed.", data: { orders: [], picks } };
    const pieces = picks.reduce((sum, pick) => sum + pick.pieces, 0);
    return {
      title: `${formatCount(parcels.length, "order")} to pack, ${formatCount(pieces, "piece")}`,
      columns: ["Shelf", "Product", "Title", "Pieces", "For"],
      rows: picks.map((pick) => [
        pick.shelf ?? "",
        pick.productId,
        pick.title,
        pick.pieces,
        pick.orders.join(" "),
      ]),
      message: parcels.map(describeToPack).join("\n"),
      data: {
        orders: parcels.map((parcel) => ({
          orderId: parcel.order.orderId,
          packBy: getPackBy(parcel),
          dueAt: getDueDay(parcel),
          notBefore: describeWait(parcel.order),
          shelves: [
            ...new Set(parcel.lines.flatMap(({ productId }) => places.get(productId) ?? [])),
          ].toSorted((first, other) => first.localeCompare(other, "en", { numeric: true })),
          toCollect: getSumToCollect(parcel.order),
        })),
        picks,
      },
    };
  },
});

/** Sorts `A2` before `A10`; products without a shelf are last. */
function collectPicks(parcels: readonly ParcelToPack[], places: ReadonlyMap<string, string | null>): Pick[] {
  const orderedLines = parcels.flatMap(({ order, lines }) =>
    lines.map((line) => ({ ...line, order: order.orderId })),
  );
  const picks = [...Map.groupBy(orderedLines, ({ productId }) => productId)].map(
    ([productId, productLines]) => ({
      shelf: places.get(productId) ?? null,
      productId,
      title: productLines[0]?.title ?? "",
      pieces: productLines.reduce((sum, { quantity }) => sum + quantity, 0),
      orders: productLines.map(({ order }) => order),
    }),
  );
  const toKey = ({ shelf, productId }: Pick) => `${shelf === null ? 1 : 0} ${shelf ?? ""} ${productId}`;
  return picks.toSorted((first, other) => toKey(first).localeCompare(toKey(other), "en", { numeric: true }));
}

/** `TRV-7K3M9Q by Wed 25 Nov, Asha Patel, Pune: 2 × Acacia Bowl` */
function describeToPack(parcel: ParcelToPack): string {
  const { order, lines, isRest, replacedSince } = parcel;
  const { orderId, contact, shippingAddress, notes, gift } = order;
  const pieces = lines.map(({ quantity, title }) => `${quantity} × ${title}`);
  const mismatch = describePinMismatch(shippingAddress.zipCode, shippingAddress.state);
  return (
    `${orderId} by ${getPackBy(parcel)}, ${formatName(contact)}, ${shippingAddress.city}: ` +
    (isRest ? "the rest, " : "") +
    (replacedSince ? "again at no charge, " : "") +
    pieces.join(", ") +
    (getSumToCollect(order) > 0 ? `, ${formatRupees(getSumToCollect(order))} to collect` : "") +
    (notes ? ` (${notes})` : "") +
    (describeWait(order) ? `\n  ${describeWait(order)}.` : "") +
    (gift ? `\n  ${describeGift(gift)}` : "") +
    (mismatch ? `\n  ${mismatch}: ask its customer, phone ${getBuyerPhone(order)}.` : "")
  );
}

/** Returns the promised day on which a parcel must be sent. */
const getDueDay = ({ order, replacedSince }: ParcelToPack): Date =>
  calculateDispatchDay(replacedSince ?? order.createdAt, order.promised);

const getPackBy = (parcel: ParcelToPack): string => formatDispatchDay(getDueDay(parcel));

const columns = {
  summary: "of a list: which column is which, e.g. order=2 number=5; it is remembered",
  many: true as const,
};

const dispatch = defineCommand({
  noun: "orders",
  verb: "dispatch",
  summary:
    "Says that a parcel has left, and with whom, or every parcel of a list; said again, it corrects that.",
  preview: "rehearse",
  args: [{ ...orderId, optional: true, forPacker: true }],
  revision: findOrderRevision,
  options: {
    from: {
      summary: "the courier's own list as CSV, or one with the columns order, courier, number, link",
      kind: "file",
      forPacker: true,
    },
    columns: { ...columns, forPacker: true },
    "skip-faulty": {
      summary: "of a list: send the others, where some rows cannot be sent",
      flag: true,
      forPacker: true,
    },
    courier: {
      summary: "who carries it, e.g. Delhivery; for a list, where it names no courier",
      forPacker: true,
    },
    number: { summary: "the number on the parcel", forPacker: true },
    link: {
      summary: "where its customer can follow it (https://…); else the page of a known courier",
      kind: "link",
      forPacker: true,
    },
    line: {
      summary: "the pieces in this parcel, e.g. teak-tray:1; all that is left if none are chosen",
      kind: "pieces",
      many: true,
      forPacker: true,
    },
    parcel: {
      summary: "correct the courier or the number of this one of several, e.g. 2",
      kind: "number",
      forPacker: true,
    },
  },
  examples: [
    "orders dispatch TRV-7K3M9Q --courier Delhivery --number 1234567890",
    "orders dispatch TRV-7K3M9Q --line teak-tray:1 --courier Delhivery --number 1234567891",
    "orders dispatch --from couriers.csv",
    "orders dispatch --from couriers.csv --skip-faulty",
    "orders dispatch --from docket-list.csv --courier Trackon --columns order=2 number=5",
  ],
  forPacker: withoutData,
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
    const dispatched = await dispatchParcel(context, args["orderId"], tracking, {
      isConfirmed,
      pieces: parsePieces(options["line"]),
      position: parsePosition(options["parcel"]),
    });
    return { message: describeDispatched(dispatched, tracking), data: toPlainOrder(dispatched.order) };
  },
});

/** Shows a packer only the message and the table of skipped rows; the orders contain more than a label. */
function withoutData({ data: _data, ...result }: CommandResult): CommandResult {
  return result;
}

function describeDispatched(
  { order, position, isPart }: Awaited<ReturnType<typeof dispatchParcel>>,
  { courier, number }: Tracking,
): string {
  if (!isPart) return describeOnItsWay(order);
  const { orderId } = order;
  return [
    `Parcel ${position} of ${orderId} is on its way with ${courier}, number ${number}.`,
    order.partlySent ? `'orders pack' has what is still to be sent.` : "",
  ]
    .filter(Boolean)
    .join(" ");
}

const deliver = defineCommand({
  noun: "orders",
  verb: "deliver",
  summary: "Says that the parcel has arrived, or every parcel of a list.",
  preview: "rehearse",
  args: [{ ...orderId, optional: true }],
  revision: findOrderRevision,
  options: {
    parcel: { summary: "which one, where several are on their way, e.g. 2", kind: "number" },
    "in-person": { summary: "its customer has collected all of it, or you brought it", flag: true },
    from: { summary: "the courier's own list as CSV: of one with a status, what has arrived", kind: "file" },
    columns,
    "skip-faulty": { summary: "of a list: do the others, where some rows cannot be done", flag: true },
  },
  examples: [
    "orders deliver TRV-7K3M9Q",
    "orders deliver TRV-7K3M9Q --parcel 2",
    "orders deliver TRV-7K3M9Q --in-person",
    "orders deliver --from couriers.csv",
  ],
  run: async (context, input, report) => {
    const { args, options, folder, confirmed: isConfirmed = false } = input;
    const file = findList(args["orderId"], options["from"], folder);
    const skipFaulty = options["skip-faulty"] !== undefined;
    const list = { columns: options["columns"], courier: undefined, skipFaulty, isConfirmed };
    if (file !== null) return deliverList(context, { ...list, file }, report);
    if (args["orderId"] === undefined)
      throw new CommandRefused("Which order? orders deliver TRV-…, or --from couriers.csv");
    const parcelText = options["parcel"] === undefined ? "" : `parcel ${options["parcel"]} of `;
    const verb = options["in-person"] ? "handed over" : "delivered";
    await requireMailConfirmation(
      context,
      input,
      `Mark ${parcelText}${args["orderId"]} as ${verb}? That is final`,
      ["; its customer gets a mail.", "."],
    );
    if (options["in-person"]) {
      const { order } = await setStatus(context, args["orderId"], "Delivered");
      return { message: `${order.orderId} is delivered.`, data: toPlainOrder(order) };
    }
    const delivered = await deliverOrder(context, args["orderId"], {
      position: parsePosition(options["parcel"]),
    });
    return { message: describeDelivered(delivered), data: toPlainOrder(delivered.order) };
  },
});

const describeDelivered = ({
  order: { orderId, status },
  position,
  of,
}: Awaited<ReturnType<typeof deliverOrder>>): string =>
  of === 1 && status === "Delivered"
    ? `${orderId} is delivered.`
    : `Parcel ${position} of ${orderId} has arrived. ${status === "Delivered" ? `${orderId} is delivered.` : "The order is delivered when all of it has arrived."}`;

const settle = defineCommand({
  noun: "orders",
  verb: "settle",
  summary:
    "Says that the courier has paid what it collected at the door to you, by its list or for one order.",
  preview: "rehearse",
  args: [{ ...orderId, optional: true }],
  revision: findOrderRevision,
  options: {
    as: { summary: "the reference of the payment in your bank, e.g. its UTR", required: true },
    amount: { summary: "of one order: how much came, where it is not all of it", kind: "amount" },
    from: { summary: "the courier's own list as CSV, with order and amount", kind: "file" },
    columns,
    "skip-faulty": { summary: "of a list: note the others, where some rows cannot be noted", flag: true },
  },
  examples: [
    "orders settle --from remittance.csv --as UTIBN62026120300123456",
    "orders settle TRV-7K3M9Q --as UTIBN62026120300123456",
  ],
  run: async (context, { args, options, folder, confirmed: isConfirmed = false }) => {
    const file = findList(args["orderId"], options["from"], folder);
    const reference = parseRequiredText("as", options["as"], 100);
    const amountPaise = parseAmount(options["amount"]);
    if (file !== null) {
      if (amountPaise !== null) throw new UsageError("The list has the amounts: leave out --amount.");
      const skipFaulty = options["skip-faulty"] !== undefined;
      const list = { columns: options["columns"], courier: undefined, skipFaulty, isConfirmed };
      return settleList(context, { ...list, file, reference });
    }
    if (args["orderId"] === undefined)
      throw new CommandRefused("Which order? orders settle TRV-… --as …, or --from remittance.csv --as …");
    const confirm = createConfirmation<Settled>(isConfirmed, (result) => askToSettle(result, reference));
    const { order, amountPaise: came } = await settleCashOrder(
      context,
      args["orderId"],
      { amountPaise, reference },
      confirm,
    );
    return {
      message: `${formatRupees(came)} of ${order.orderId} was paid to you, under ${reference}.`,
      data: toPlainOrder(order),
    };
  },
});

function askToSettle(
  { order: { orderId, payable }, amountPaise, previous }: Settled,
  reference: string,
): string {
  const short = payable - amountPaise;
  const earlier =
    previous && `It was noted before: ${formatRupees(previous.amountPaise)}, under ${previous.reference}. `;
  return `${earlier ?? ""}Note ${formatRupees(amountPaise)} of ${orderId} as paid to you by the courier, under ${reference}?${short > 0 ? ` ${formatRupees(short)} of what it collected is missing.` : ""}`;
}

export const parcelCommands: Command[] = [dispatch, deliver, settle];

/** Returns the list of parcels, if one was given. @throws UsageError */
function findList(order: string | undefined, from: string | undefined, folder: string): string | null {
  if (from === undefined) return null;
  if (order !== undefined) throw new UsageError("Name one order, or a list with --from: not both.");
  return path.resolve(folder, from);
}

/** Customers see it as a link, so it must be a web address. @throws UsageError */
function parseLink(value: string | undefined): string | null {
  if (value === undefined) return null;
  const url = URL.parse(value.trim());
  if (url === null || !isHttps(url.href) || url.href.length > 500)
    throw new CommandRefused(
      `--link ${value} is no address that customers can be sent to. It begins with https://.`,
    );
  return url.href;
}
