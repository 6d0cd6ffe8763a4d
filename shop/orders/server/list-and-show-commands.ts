import {
  countOpenOrders,
  getOrder,
  listOrders,
  type OrderGroup,
  orderGroups,
  type OrderPayment,
  orderPayments,
  toSearchWords,
} from "./list-orders.ts";
import { toPlainOrder, formatCustomer, orderArgument } from "../describe-for-owner.ts";
import { formatName } from "#contract/person-name.ts";
import { pickFields } from "#contract/read.ts";
import { formatIsoDay } from "#shop/policies/delivery-dates.ts";
import { desc, eq } from "drizzle-orm";
import { formatRupeesGrouped } from "#contract/money.ts";
import { formatDateTime, getEndOfDay, toMidnight } from "#contract/dates.ts";
import { defineCommand } from "#platform/operator/command.ts";
import { defineLimit, describeRows } from "#platform/operator/command-values.ts";
import { toFacts, toTable } from "#platform/operator/result-table.ts";
import { type OrderStatus, orderStatuses, awaitsCash, toShownPayment, isPayable } from "../status.ts";
import { orderCounts, orderDetails, orderList, packerFields, packerLine } from "../command-results.ts";
import { type OrderLineRow, orderNote, type OrderRefundRow, type OrderRow, orders } from "./tables.ts";
import { isTooMuchOnline, wasPaid } from "#shop/payments/payment.ts";
import { findPayment, listFindings, listRefunds, type PaymentRow } from "#shop/payments/server/index.ts";
import type { Context } from "#platform/context.ts";
import { beginsWith } from "#platform/database/statement.ts";
import { MAX_VALUES } from "#platform/operator/operator-socket.ts";
import type { SuggestedValue } from "#platform/operator/protocol.ts";
import { buildPaymentUrl, findOrderPlace, listOrderTaxes } from "./serialize-order.ts";
import type { InvoiceKind } from "#shop/documents/invoice-number.ts";
import { formatPlace } from "#contract/place.ts";
import { describePinMismatch } from "#shop/addresses/pin-codes.ts";
import { readStates } from "#shop/inventory/server/index.ts";
import { listTaxRows, type PricedLine } from "#shop/pricing/gst.ts";
import { formatPlaceOfSupply, type PlaceOfSupply } from "#shop/documents/place-of-supply.ts";
import { describeWait, describeGift } from "../gift.ts";
import { getPaymentDeadline } from "../holds.ts";
import { joinTexts } from "#contract/text.ts";
import { getBuyerPhone, getContactName } from "#shop/documents/recipient.ts";
import { findLastCourier, listGoods, type OrderGoods, readGoods } from "./order-goods.ts";
import { getSendAgainSince, listParcelFacts } from "./order-parcels.ts";
import { nameParcel } from "../parcels.ts";
import {
  countPieces,
  formatPieces,
  listPaid,
  listReturnRequests,
  type ReturnRequest,
} from "../returned-pieces.ts";
import { type InvoiceRow, listChallans, readInvoices } from "#shop/documents/server/index.ts";
import { findableActions, listPossible } from "./order-state.ts";
import { calculateRefundable } from "./refunds.ts";

const limit = defineLimit(20);
const groupNames = Object.keys(orderGroups);

export const listOrdersCommand = defineCommand({
  ...orderList,
  reads: true,
  summary: "Lists the newest orders, or those that match the filters.",
  args: [],
  options: {
    status: { summary: "only orders with this status", choices: orderStatuses, forPacker: true },
    since: {
      summary: "only orders placed on this day or later, e.g. 2026-11-20",
      kind: "day",
      forPacker: true,
    },
    until: { summary: "only orders placed on this day or earlier", kind: "day", forPacker: true },
    payment: {
      summary: "only orders with this payment; refunded: also those refunded in part",
      choices: Object.keys(orderPayments),
    },
    search: {
      summary: "the beginnings of words in order number, name, phone, city, product or tracking number",
      personal: true,
      forPacker: true,
    },
    group: {
      summary: "only orders with this next step",
      choices: groupNames,
      // Packers do not handle returns and cancellation requests.
      forPacker: groupNames.filter((name) => name !== "to-answer"),
    },
    action: {
      summary: "only orders for which this command is possible now; requests of customers first",
      choices: findableActions,
      forPacker: ["orders dispatch"],
    },
    orders: {
      summary: "only these orders, e.g. TRV-7K3M9Q TRV-9Q7K3M",
      kind: "order",
      many: true,
      forPacker: true,
    },
    limit: { ...limit.option, forPacker: true },
  },
  forPacker: ({ data }) => ({ data: (data as OrderWithLines[]).map(pickForPacker) }),
  examples: [
    "orders list --since 2026-11-01 --json",
    "orders list --search 'asha pune tray' --group to-pack",
    "orders list --action 'orders cancel'",
  ],
  run: async (context, { options, role }) => {
    const maxRows = limit.parse(options["limit"]);
    const { status, since, until, search, group, payment, action, orders: orderIds } = options;
    const filter = {
      status: status as OrderStatus | undefined,
      since: since === undefined ? undefined : toMidnight(since),
      until: until === undefined ? undefined : getEndOfDay(toMidnight(until)),
      payment: payment as OrderPayment | undefined,
      words: toSearchWords(context, search ?? ""),
      role,
      group: group as OrderGroup | undefined,
      orderIds: orderIds?.toUpperCase().split("\n"),
      newestFirst: true,
      most: maxRows + 1,
    } as const;
    const rows = await (action === undefined
      ? listOrders(context.db, filter)
      : listPossible(context, action, filter));
    const listed = rows.slice(0, maxRows);
    const goods = await listGoods(context.db, listed);
    return {
      ...toOrderTable(listed, "customer"),
      message: describeRows(rows.length, maxRows, "No orders match."),
      data: goods.map((each) => ({
        ...toPlainOrder(each.order),
        lines: listLinesToSend(each),
        sendAgainSince: getSendAgainSince(each),
      })),
    };
  },
});

/** Returns the table of a list of orders. The argument `"customer"` adds a column with the customers. */
export const toOrderTable = (listed: readonly OrderRow[], ...customer: readonly "customer"[]) =>
  toTable(
    listed.map((order) => ({
      ...order,
      customer: formatCustomer(order),
      totalPaise: order.payable,
      payment: toShownPayment(order.paymentStatus, order.refundAmount, order.payable),
      status: order.lostAt ? `${order.status}, lost` : order.status + formatWait(order),
    })),
    ["orderId", "createdAt", ...customer, "totalPaise", "payment", "status", "cancellationStatus"],
    { createdAt: "Placed", cancellationStatus: "Cancellation" },
  );

export const countOrdersCommand = defineCommand({
  ...orderCounts,
  reads: true,
  summary: "Counts the orders for each next step: to pack, on their way, to answer, unpaid.",
  args: [],
  options: {},
  forPacker: ({ data }) => ({ data: { ...(data as Record<string, number>), "to-answer": 0 } }),
  examples: ["orders counts"],
  async run({ db }) {
    const data = await countOpenOrders(db);
    return { columns: ["Next step", "Orders"], rows: Object.entries(data), data };
  },
});

const listLinesToSend = ({ lines, unsent, parcels }: OrderGoods) => {
  const replacing = parcels.flatMap(({ status, pieces }) => (status === "Waiting" ? pieces : []));
  return lines.map((line) => ({
    ...line,
    unsent: countPieces(unsent, line.productId),
    replacing: countPieces(replacing, line.productId),
  }));
};

const formatWait = ({ dispatchedAt, promised }: OrderRow): string => {
  const day = dispatchedAt === null ? promised?.notBefore : undefined;
  return day ? `, not before ${formatIsoDay(day)}` : "";
};

interface OrderWithLines extends Omit<OrderRow, "idempotencyKey" | "payloadHash"> {
  lines: (OrderLineRow & { unsent: number; replacing: number })[];
  sendAgainSince: Date | null;
}

/** Packers may see only the personal data on the shipping label, the note and the gift message. */
const pickForPacker = (order: OrderWithLines) => ({
  ...pickFields(order, namesOf(packerFields)),
  notes: order.notes,
  contact: pickFields(order.contact, ["firstName", "lastName"]),
  lines: order.lines.map((line) => pickFields(line, namesOf(packerLine))),
});

const namesOf = <Fields extends object>(fields: Fields) => Object.keys(fields) as (keyof Fields)[];

export async function listOrderValues({ db }: Context, prefix: string): Promise<SuggestedValue[]> {
  const matches = await db
    .select({ orderId: orders.orderId, contact: orders.contact, status: orders.status })
    .from(orders)
    .where(beginsWith(orders.orderId, prefix))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(MAX_VALUES);
  return matches.map(({ orderId: value, contact, status }) => ({
    value,
    summary: `${formatName(contact)}, ${status}`,
  }));
}

async function listDashboardRefunds(
  { db }: Context,
  { orderId: id }: OrderRow,
): Promise<Map<string, string>> {
  const dashboardRefunds = (await listRefunds(db, id)).filter(({ reason }) => reason === "dashboard");
  return new Map(dashboardRefunds.map((row) => [row.id, row.providerId ?? ""]));
}

export const showOrderCommand = defineCommand({
  ...orderDetails,
  reads: true,
  summary: "Shows one order with its pieces, payment and address.",
  args: [{ ...orderArgument, forPacker: true }],
  options: {},
  examples: ["orders show TRV-7K3M9Q"],
  forPacker({ data }) {
    const order = data as OrderWithLines & { customerNotes: string | null; lastCourier: string };
    const { customerNotes: notes, lastCourier } = order;
    return { data: { ...pickForPacker({ ...order, notes }), lastCourier } };
  },
  run: async (context, { args }) => {
    const order = await getOrder(context.db, args["orderId"] ?? "");
    const goods = await readGoods(context.db, order);
    const { lines, parcels, refunds, unsent } = goods;
    const paid = listPaid(order, lines);
    const stock = await readStates(context.db, lines);
    const payment = await findPayment(context.db, order.orderId);
    const findings = (await listFindings(context.db, order.orderId)).map(({ what }) => what);
    const papers = await readInvoices(context.db, order);
    const notes = await context.db
      .select()
      .from(orderNote)
      .where(eq(orderNote.orderId, order.id))
      .orderBy(orderNote.writtenAt, orderNote.id);
    const challans = await listChallans(context.db, order.id);
    const { facts, paymentLink } = describeOrder(context, order, lines, findings, papers);
    return {
      title: `Order ${order.orderId}`,
      facts: toFacts({
        ...facts,
        "Link opened": !order.cash && paymentLink !== null && (payment?.linkOpenedAt ?? "not yet"),
        ...listRefundFacts(refunds, lines, await listDashboardRefunds(context, order)),
        ...((order.partlySent || parcels.length > 1) &&
          Object.fromEntries(parcels.map((each) => [nameParcel(each), listParcelFacts(each, lines)]))),
        "Delivery challan": formatDocuments(challans),
        "To send": order.partlySent && formatPieces(unsent, lines),
        ...(paymentLink === null && canPay(order) && { "To pay": "by bank transfer" }),
        "Paid by the courier": payment?.inCash && payment.capturedAt && describeSettlement(payment),
      }),
      columns: ["Product", "Title", "Quantity", "Price", "Line total"],
      rows: lines.map((line) => [
        line.productId,
        line.title,
        line.cancelled > 0 ? `${line.quantity} (${line.cancelled} cancelled)` : line.quantity,
        formatRupeesGrouped(line.unitPrice),
        formatRupeesGrouped(line.unitPrice * line.quantity),
      ]),
      message: notes.map((note) => `${formatDateTime(note.writtenAt)}: ${note.words}`).join("\n"),
      data: {
        ...toPlainOrder(order),
        lines: listLinesToSend(goods).map((line, at) => ({
          ...line,
          paid: paid[at] ?? 0,
          isCounted: (stock.get(line.productId)?.onHand ?? null) !== null,
        })),
        sendAgainSince: getSendAgainSince(goods),
        refundable: Math.max(0, calculateRefundable(goods)),
        parcels,
        payment,
        payUntil: order.status === "Pending" ? getPaymentDeadline(context, order) : null,
        paymentLink,
        findings,
        notes,
        customerNotes: order.notes,
        invoices: papers,
        refunds,
        challans,
        lastCourier: await findLastCourier(context.db),
      },
    };
  },
});

const canPay = (order: OrderRow): boolean => isPayable({ ...order, orderStatus: order.status });

function findPaymentLink(context: Context, order: OrderRow): string | null {
  const isOpen = order.cash
    ? awaitsCash(order) && order.status === "Pending"
    : canPay(order) && !isTooMuchOnline(order.payable);
  return isOpen ? buildPaymentUrl(context, order) : null;
}

const describeSettlement = ({ settledAt, settledAmount, settledAs }: PaymentRow): string =>
  settledAt === null
    ? "not yet"
    : `${formatRupeesGrouped(settledAmount ?? 0)} as ${settledAs}, ${formatDateTime(settledAt)}`;

/** Returns the facts for the owner, and the link to pay or confirm the order, which is null if neither is possible. */
export function describeOrder(
  context: Context,
  order: OrderRow,
  lines: readonly PricedLine[],
  findings: readonly string[] = [],
  papers: readonly InvoiceRow[] = [],
) {
  const paymentLink = findPaymentLink(context, order);
  const facts = toFacts({
    Placed: formatDateTime(order.createdAt) + (order.byPhone ? ", by phone" : ""),
    Status: order.status + (order.lostAt ? `, lost on the way ${formatDateTime(order.lostAt)}` : ""),
    ...listNumbers(papers),
    Payment: joinTexts(
      ", ",
      toShownPayment(order.paymentStatus, order.refundAmount, order.payable),
      order.paymentMethod ?? "",
      ...findings,
    ),
    ...listParties(order, findOrderPlace(context, order, papers)),
    Notes: order.notes,
    Gift: order.gift && describeGift(order.gift),
    Deliver: order.promised?.notBefore && describeWait(order),
    ...listMoments(order),
    Subtotal: formatRupeesGrouped(order.subtotal),
    Shipping: order.shipping > 0 && formatRupeesGrouped(order.shipping),
    ...Object.fromEntries(
      listTaxRows(listOrderTaxes(order, lines)).map(([name, amount]) => [name, formatRupeesGrouped(amount)]),
    ),
    Coupon: order.coupon > 0 && formatRupeesGrouped(-order.coupon),
    Total: formatRupeesGrouped(order.payable),
    ...listMoney(order),
    [order.cash ? "Link to confirm the order" : "Link to pay"]: paymentLink,
  });
  return { facts, paymentLink };
}

const listNumbers = (papers: readonly InvoiceRow[]): Record<string, string> =>
  Object.fromEntries(
    [...Map.groupBy(papers, ({ kind }) => kind)].map(([kind, ofKind]) => [
      paperNames[kind],
      formatDocuments(ofKind),
    ]),
  );

const formatDocuments = (documents: readonly Pick<InvoiceRow, "number" | "issuedAt">[]): string =>
  documents.map(({ number, issuedAt }) => `${number}, ${formatDateTime(issuedAt)}`).join(" · ");

const paperNames: Record<InvoiceKind, string> = { invoice: "Invoice", "credit-note": "Credit note" };

function listParties(order: OrderRow, place: PlaceOfSupply) {
  const { contact, shippingAddress: to, companyInvoice: company } = order;
  return {
    Customer: formatCustomer(order),
    "Ship to": joinTexts(", ", to.street, formatPlace(to), to.country),
    "To check": describePinMismatch(to.zipCode, to.state),
    Phone: to.phoneNumber,
    Recipient: contact.buyer && getContactName(contact),
    "Customer's phone": contact.buyer && getBuyerPhone(order),
    "Place of supply": formatPlaceOfSupply(place),
    "Invoice to": company && `${company.name}, ${company.address} (${company.taxCode}, ${company.email})`,
  };
}

function listMoments(order: OrderRow) {
  const { tracking, dispatchedAt, deliveredAt } = order;
  const parcel = tracking ? [tracking.courier, tracking.number, tracking.link ?? ""] : [];
  return {
    Cancellation:
      order.cancellationStatus &&
      joinTexts(
        " · ",
        order.cancellationStatus,
        order.cancellationRequestedAt && `requested ${formatDateTime(order.cancellationRequestedAt)}`,
        order.cancellationDecidedAt && `decided ${formatDateTime(order.cancellationDecidedAt)}`,
        ...(order.cancellationReasons ?? []),
        order.cancellationComments,
        order.cancellationWords,
      ),
    Dispatched: joinTexts(", ", dispatchedAt && formatDateTime(dispatchedAt), ...parcel),
    Delivered: deliveredAt,
    ...Object.fromEntries(
      listReturnRequests(order).map((request, at) => [
        at === 0 ? "Return" : `Return ${at + 1}`,
        describeReturn(request),
      ]),
    ),
  };
}

const describeReturn = ({ status, requestedAt, reasons, comments, words }: ReturnRequest): string =>
  joinTexts(" · ", status, `requested ${formatDateTime(requestedAt)}`, ...reasons, comments, words);

function listMoney({ status, paymentStatus, payable, refundAmount, cash }: OrderRow) {
  const isPaid = wasPaid(paymentStatus);
  return {
    Paid: isPaid && formatRupeesGrouped(payable),
    [paymentStatus === "Refunded" ? "Refunded" : "Being refunded"]:
      refundAmount !== null && formatRupeesGrouped(refundAmount),
    [cash ? "To collect" : "To pay"]: formatRupeesGrouped(
      isPaid || status === "Cancelled" || paymentStatus === "Expired" ? 0 : payable,
    ),
  };
}

/**
 * Returns a fact for each refund. Empty if the only refund has no pieces and was not made in the provider's dashboard,
 * because `listMoney` already shows its amount.
 */
function listRefundFacts(
  refunds: readonly OrderRefundRow[],
  lines: readonly { productId: string; title: string }[],
  ofDashboard: ReadonlyMap<string, string> = new Map(),
): Record<string, string> {
  if (refunds.length < 2 && ofDashboard.size === 0 && !refunds.some(({ pieces }) => pieces)) return {};
  return Object.fromEntries(
    refunds.map(({ id, amount, createdAt, processedAt, pieces }, at) => [
      `Refund ${at + 1}`,
      joinTexts(
        ", ",
        formatRupeesGrouped(amount),
        processedAt ? formatDateTime(processedAt) : `pending since ${formatDateTime(createdAt)}`,
        pieces ? formatPieces(pieces, lines) : "",
        ofDashboard.has(id) ? `made in the provider's dashboard, ${ofDashboard.get(id)}` : "",
      ),
    ]),
  );
}
