import { isFullPayment, type SettleResult, settleCashOrder } from "./settle-order.ts";
import { getSumToCollect } from "#shop/orders/status.ts";
import {
  describeMail,
  FINAL,
  orderArgument as orderId,
  toPlainOrder,
} from "#shop/orders/describe-for-owner.ts";
import type { ReturnedData } from "#contract/command-data.ts";
import { formatName } from "#contract/person-name.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { formatCount, joinTexts } from "#contract/text.ts";
import {
  defineCommand,
  type Command,
  type CommandInput,
  CommandRefused,
  type CommandResult,
  UsageError,
  createConfirmation,
  FILL_THIS_IN,
  refuseField,
  forPackers,
} from "#platform/operator/command.ts";
import {
  parseAmount,
  parsePieces,
  parsePosition,
  parseRequiredText,
} from "#platform/operator/command-values.ts";
import { toTable } from "#platform/operator/result-table.ts";
import type { ProductRecord } from "#shop/catalogue/server/index.ts";
import { describePinMismatch } from "#shop/addresses/pin-codes.ts";
import { formatDispatchDay } from "#shop/policies/delivery-dates.ts";
import { deliverOrder, type OrderRow } from "#shop/orders/server/index.ts";
import { describeWait, describeGift } from "#shop/orders/gift.ts";
import { getBuyerPhone } from "#shop/documents/recipient.ts";
import type { Tracking } from "#shop/orders/order.ts";
import path from "node:path";
import { isHttps } from "#shop/seller/server/index.ts";
import { MAX_TRACKING_TEXT_LENGTH } from "../known-couriers.ts";
import { listColumns, type ListPurpose, listPurposes, packList } from "../command-results.ts";
import { deliverList } from "./deliver-list.ts";
import { dispatchList } from "./dispatch-list.ts";
import { describeColumns } from "./order-lists.ts";
import { settleList } from "./settle-list.ts";
import { findPieces } from "./parcel-weight.ts";
import { listParcelsToPack, type ParcelToPack } from "./parcels-to-pack.ts";
import { dispatchParcel } from "./dispatch-order.ts";

type Packed = ReturnedData<typeof packList>;
type Pick = Packed["picks"][number];

export const packCommand = defineCommand({
  ...packList,
  reads: true,
  summary:
    "Shows the pick list: first all pieces to send, in the order of the shelves, then each order with its pieces.",
  args: [],
  options: {},
  examples: ["orders pack", "orders pack --json"],
  forPacker: (result) => result,
  run: async ({ db }) => {
    const parcels = await listParcelsToPack(db);
    const lines = parcels.flatMap((parcel) => parcel.lines);
    const products = await findPieces(db, lines);
    const picks = collectPicks(parcels, products);
    if (parcels.length === 0) return { message: "There are no orders to pack.", data: { orders: [], picks } };
    const pieces = picks.reduce((sum, pick) => sum + pick.pieces, 0);
    const orders = parcels.map((parcel) => ({
      orderId: parcel.order.orderId,
      packBy: formatDispatchDay(parcel.dueAt),
      dueAt: parcel.dueAt,
      notBefore: describeWait(parcel.order),
      shelves: [
        ...new Set(parcel.lines.flatMap(({ productId }) => products.get(productId)?.shelf ?? [])),
      ].toSorted((first, other) => first.localeCompare(other, "en", { numeric: true })),
      toCollect: getSumToCollect(parcel.order),
      to: `${formatName(parcel.order.contact)}, ${parcel.order.shippingAddress.city}`,
      pieces: parcel.lines,
      remarks: listRemarks(parcel),
    }));
    return {
      title: `${formatCount(parcels.length, "order")} to pack, ${formatCount(pieces, "piece")}`,
      ...toTable(picks, ["shelf", "pieces", "title", "orders", "productId"], {
        title: "Product",
        orders: "For",
        productId: "Id",
      }),
      message: orders.map(describeToPack).join("\n"),
      data: { orders, picks },
    };
  },
});

/** Returns the pieces by shelf (`A2` before `A10`). Products without a shelf are last. */
function collectPicks(
  parcels: readonly ParcelToPack[],
  products: ReadonlyMap<string, ProductRecord>,
): Pick[] {
  const orderedLines = parcels.flatMap(({ order, lines }) =>
    lines.map((line) => ({ ...line, order: order.orderId })),
  );
  const picks = [...Map.groupBy(orderedLines, ({ productId }) => productId)].map(
    ([productId, productLines]) => ({
      shelf: products.get(productId)?.shelf ?? null,
      productId,
      title: productLines[0]?.title ?? "",
      imageUrl: productLines[0]?.imageUrl ?? null,
      pieces: productLines.reduce((sum, { quantity }) => sum + quantity, 0),
      orders: productLines.map(({ order }) => order),
    }),
  );
  const toKey = ({ shelf, productId }: Pick) => `${shelf === null ? 1 : 0} ${shelf ?? ""} ${productId}`;
  return picks.toSorted((first, other) => toKey(first).localeCompare(toKey(other), "en", { numeric: true }));
}

function describeToPack({ orderId, packBy, to, pieces, remarks }: Packed["orders"][number]): string {
  const list = pieces.map(({ quantity, title }) => `${quantity} × ${title}`).join(", ");
  return [`${orderId} by ${packBy}, ${to}: ${list}`, ...remarks].join("\n  ");
}

function askAboutPin(order: OrderRow): string | null {
  const mismatch = describePinMismatch(order.shippingAddress.zipCode, order.shippingAddress.state);
  return mismatch && `${mismatch}: ask the customer, phone ${getBuyerPhone(order)}.`;
}

function listRemarks({ order, isRest, replacedSince }: ParcelToPack): string[] {
  const { notes, gift } = order;
  const wait = describeWait(order);
  return [
    isRest && "The rest of the order",
    replacedSince && "Replacement free of charge",
    getSumToCollect(order) > 0 && `${formatRupeesGrouped(getSumToCollect(order))} to collect`,
    notes && `Note of the customer: ${notes}`,
    wait && `${wait}.`,
    gift && describeGift(gift),
    askAboutPin(order),
  ].filter((remark): remark is string => typeof remark === "string" && remark !== "");
}

const columnsCommand = defineCommand({
  ...listColumns,
  reads: true,
  summary: "Shows the columns of a courier's list with examples, and which of them the shop recognises.",
  args: [{ name: "list", summary: "the courier's own list as CSV", kind: "file", forPacker: true }],
  options: {
    for: {
      summary: "what you do with the list: dispatch or deliver parcels, or record the courier's payment",
      choices: listPurposes,
      required: true,
      forPacker: ["dispatch"],
    },
  },
  examples: ["orders columns docket-list.csv --for dispatch"],
  forPacker: (result) => result,
  async run(context, { args, options, folder }) {
    if (args["list"] === undefined) throw refuseField("list", FILL_THIS_IN);
    const file = path.resolve(folder, args["list"]);
    const data = await describeColumns(context, file, options["for"] as ListPurpose);
    return {
      columns: ["Column", "Heading", "Example", "Content"],
      rows: data.columns.map(({ heading, examples }, at) => [
        at + 1,
        heading,
        examples[0] ?? "",
        data.contents.find(({ column }) => column === at + 1)?.name ?? "",
      ]),
      data,
    };
  },
});

const columns = {
  summary: "for a list: which column has which content, e.g. order=2 number=5; the shop remembers this",
  many: true as const,
};

const dispatchCommand = defineCommand({
  noun: "orders",
  verb: "dispatch",
  summary:
    "Marks a parcel, or all parcels of a list, as dispatched; or corrects the courier or tracking number.",
  preview: "rehearse",
  args: [{ ...orderId, optional: true, forPacker: true }],
  options: forPackers({
    from: {
      summary: "the courier's own list as CSV, or one with the columns order, courier, number, link",
      kind: "file",
    },
    columns,
    "skip-faulty": { summary: "for a list: skip rows with errors and dispatch the others", flag: true },
    courier: { summary: "the courier, e.g. Delhivery; for a list, the courier of rows that name none" },
    number: { summary: "the tracking number" },
    link: {
      summary: "the tracking page for the customer (https://…); if empty, the page of a known courier",
      kind: "link",
    },
    line: {
      summary: "the pieces in this parcel, e.g. teak-tray:1; if empty, all pieces that are left to send",
      kind: "pieces",
      many: true,
    },
    parcel: {
      summary: "the number of the parcel to correct if there are several, e.g. 2",
      kind: "position",
    },
  }),
  examples: [
    "orders dispatch TRV-7K3M9Q --courier Delhivery --number 1234567890",
    "orders dispatch TRV-7K3M9Q --line teak-tray:1 --courier Delhivery --number 1234567891",
    "orders dispatch --from couriers.csv --skip-faulty",
    "orders dispatch --from docket-list.csv --courier Trackon --columns order=2 number=5",
  ],
  forPacker: withoutData,
  run: async (context, input, report) => {
    const { args, options, confirmed = false } = input;
    const list = findList(input, ["courier"]);
    if (list) return dispatchList(context, list, report);
    if (args["orderId"] === undefined)
      throw new CommandRefused("Enter an order with its courier and tracking number, or a list of parcels.");
    const link = parseLink(options["link"]);
    const tracking = {
      courier: parseRequiredText("courier", options["courier"], MAX_TRACKING_TEXT_LENGTH),
      number: parseRequiredText("number", options["number"], MAX_TRACKING_TEXT_LENGTH),
      ...(link !== null && { link }),
    };
    const dispatched = await dispatchParcel(context, args["orderId"], tracking, {
      confirmed,
      pieces: parsePieces(options["line"]),
      position: parsePosition(options["parcel"]),
    });
    return { message: describeDispatched(dispatched, tracking), data: toPlainOrder(dispatched.order) };
  },
});

/** Removes `data` from a result, because packers must not see more of an order than the shipping label shows. */
function withoutData({ data: _data, ...result }: CommandResult): CommandResult {
  return result;
}

function describeDispatched(
  { order, position, isPart }: Awaited<ReturnType<typeof dispatchParcel>>,
  { courier, number }: Tracking,
): string {
  const what = isPart ? `Parcel ${position} of ${order.orderId}` : order.orderId;
  const left = order.partlySent ? " The pieces that are left are in the list of orders to pack." : "";
  return `${what} is on its way with ${courier}, number ${number}.${left}`;
}

const deliverCommand = defineCommand({
  noun: "orders",
  verb: "deliver",
  summary: "Marks a parcel, or all parcels of a list, as delivered.",
  preview: "rehearse",
  args: [{ ...orderId, optional: true }],
  options: {
    parcel: { summary: "the parcel's number if several are on their way, e.g. 2", kind: "position" },
    "in-person": { summary: "the customer collected the whole order, or you brought it to them", flag: true },
    from: {
      summary: "the courier's own list as CSV; if it has a status column, only delivered parcels are marked",
      kind: "file",
    },
    columns,
    "skip-faulty": { summary: "for a list: skip rows with errors and mark the others", flag: true },
  },
  examples: [
    "orders deliver TRV-7K3M9Q --parcel 2",
    "orders deliver TRV-7K3M9Q --in-person",
    "orders deliver --from couriers.csv",
  ],
  run: async (context, input, report) => {
    const { args, options, confirmed } = input;
    const list = findList(input, []);
    if (list) return deliverList(context, list, report);
    if (args["orderId"] === undefined) throw new CommandRefused("Enter an order or a list of parcels.");
    if (options["in-person"] !== undefined && options["parcel"] !== undefined)
      throw refuseField("parcel", "Leave this empty if the order was handed over in person.");
    const inPerson = options["in-person"] !== undefined;
    const parcelText = options["parcel"] === undefined ? "" : `parcel ${options["parcel"]} of `;
    const confirm = createConfirmation<Delivery>(confirmed, (delivery) =>
      delivery.order.status === "Delivered"
        ? `Mark ${parcelText}${delivery.order.orderId} as ${inPerson ? "handed over" : "delivered"}? This cannot be undone, because the time for returns begins. ${describeMail(delivery.order)}`
        : askAboutParcel(delivery),
    );
    const position = parsePosition(options["parcel"]);
    const delivery = await deliverOrder(context, args["orderId"], { position, inPerson }, confirm);
    return { message: describeDelivered(delivery), data: toPlainOrder(delivery.order) };
  },
});

type Delivery = Awaited<ReturnType<typeof deliverOrder>>;

function askAboutParcel({ order, position, unsent }: Delivery): string {
  const left = unsent.reduce((sum, { quantity }) => sum + quantity, 0);
  return joinTexts(
    " ",
    `Mark parcel ${position} of ${order.orderId} as delivered?`,
    left > 0 && `${formatCount(left, "piece")} ${left === 1 ? "is" : "are"} still to be sent.`,
    PARCELS_FIRST,
    FINAL,
    describeMail(order),
  );
}

const PARCELS_FIRST = "The order is marked as delivered when all its parcels have arrived.";

const describeDelivered = ({ order: { orderId, status }, position, of }: Delivery): string =>
  position === null || (of === 1 && status === "Delivered")
    ? `${orderId} is delivered.`
    : `Parcel ${position} of ${orderId} has arrived. ${status === "Delivered" ? `${orderId} is delivered.` : PARCELS_FIRST}`;

const settleCommand = defineCommand({
  noun: "orders",
  verb: "settle",
  summary: "Records that the courier has paid you the cash it collected, for one order or for a list.",
  preview: "rehearse",
  args: [{ ...orderId, optional: true }],
  options: {
    as: { summary: "the reference of the payment in your bank, e.g. its UTR", required: true },
    amount: {
      summary: "in rupees: for one order, if not all was paid; for a list, the transfer in your bank",
      kind: "amount",
    },
    from: { summary: "the courier's own list as CSV, with order and amount", kind: "file" },
    columns,
    "skip-faulty": { summary: "for a list: skip rows with errors and record the others", flag: true },
  },
  examples: [
    "orders settle --from remittance.csv --as UTIBN62026120300123456",
    "orders settle TRV-7K3M9Q --as UTIBN62026120300123456",
  ],
  run: async (context, input) => {
    const { args, options, confirmed } = input;
    const list = findList(input, ["as", "amount"]);
    const reference = parseRequiredText("as", options["as"], 100);
    const amountPaise = parseAmount(options["amount"]);
    if (list) return settleList(context, { ...list, reference, transferPaise: amountPaise });
    if (args["orderId"] === undefined)
      throw new CommandRefused("Enter an order or the courier's payment list.");
    const confirm = createConfirmation<SettleResult>(
      confirmed,
      (result) => askToSettle(result, reference),
      (result) => ({ action: `Record ${formatRupeesGrouped(result.amountPaise)}` }),
    );
    const { order, amountPaise: receivedPaise } = await settleCashOrder(
      context,
      args["orderId"],
      { amountPaise, reference },
      confirm,
    );
    return {
      message: `The courier's payment of ${formatRupeesGrouped(receivedPaise)} for ${order.orderId} was recorded with the reference ${reference}.`,
      data: toPlainOrder(order),
    };
  },
});

function askToSettle({ order, amountPaise, previous }: SettleResult, reference: string): string {
  const { orderId, payable } = order;
  const short = isFullPayment(amountPaise, order) ? 0 : payable - amountPaise;
  const earlier =
    previous &&
    `A payment of ${formatRupeesGrouped(previous.amountPaise)} with the reference ${previous.reference} is already recorded. `;
  return `${earlier ?? ""}Record that the courier has paid you ${formatRupeesGrouped(amountPaise)} for ${orderId}, with the reference ${reference}?${short > 0 ? ` ${formatRupeesGrouped(short)} of the cash collected is missing.` : ""}`;
}

export const parcelCommands: Command[] = [columnsCommand, dispatchCommand, deliverCommand, settleCommand];

const listOptions: readonly string[] = ["from", "columns", "skip-faulty"];

/**
 * Returns the list in `--from`; null if that option is missing. With a list, refuses an order number and options for a
 * single order. Without a list, refuses options for lists. @throws UsageError
 */
function findList(
  { args, options, folder, confirmed = false }: CommandInput,
  alsoWithList: readonly string[],
) {
  const { from, columns, courier, "skip-faulty": skip } = options;
  const refuse = (name: string | undefined, message: string) => {
    if (name !== undefined) throw refuseField(name, message);
  };
  const entered = Object.keys(options).filter((name) => options[name] !== undefined);
  if (from === undefined) {
    refuse(
      entered.find((name) => listOptions.includes(name)),
      "Enter the list too, or leave this empty.",
    );
    return null;
  }
  if (args["orderId"] !== undefined) throw new UsageError("Enter either one order or a list, not both.");
  refuse(
    entered.find((name) => ![...listOptions, ...alsoWithList].includes(name)),
    "Leave this empty for a list.",
  );
  const file = path.resolve(folder, from);
  return { file, columns, courier, skipFaulty: skip !== undefined, confirmed };
}

/** Customers see the URL as a link, so only `https:` is allowed. @throws CommandRefused */
function parseLink(value: string | undefined): string | null {
  if (value === undefined) return null;
  const url = URL.parse(value.trim());
  if (url === null || !isHttps(url.href) || url.href.length > 500)
    throw new CommandRefused("Enter the tracking link as a full web address that begins with https://.");
  return url.href;
}
