import { findOrder, listOrders } from "./list-orders.ts";
import { ORDER_PAYMENT_PATH, TRACKING_PATH, ORDER_PAYMENT_LINK, TRACKING_LINK } from "../order-links.ts";
import type { CancelCause } from "../order-transitions.ts";
import { findWithoutWood, markWithoutWood } from "#shop/catalogue/server/index.ts";
import type { Context } from "#platform/context.ts";
import type { AnsweredOrder, Order } from "../order.ts";
import { listGoods } from "./order-goods.ts";
import type { OrderLineRow, OrderRow, ParcelRow } from "./tables.ts";
import { DAY, SECOND } from "#contract/time.ts";
import { type Account, findAccount } from "#shop/accounts/server/index.ts";
import { findReissueRefusal, type InvoiceRow, listInvoices } from "#shop/documents/server/index.ts";
import { type Paise, toRupees } from "#contract/money.ts";
import { omitAbsent, pickFields } from "#contract/read.ts";
import { endsOrder } from "#shop/payments/refund.ts";
import { listRefunds } from "#shop/payments/server/index.ts";
import { getCompanyPlace } from "#shop/pricing/server/index.ts";
import {
  type Rates,
  type RatedGoods,
  hasOwnRate,
  listTaxes,
  type PricedLine,
  type RatedTaxes,
} from "#shop/pricing/gst.ts";
import { toResponseTotals } from "#shop/pricing/totals.ts";
import { addShipping } from "#shop/pricing/shipping-fee.ts";
import { findCorrectionRefusal } from "../address-correction.ts";
import { getCancellationDeadline } from "../cancellation.ts";
import { getPaymentDeadline } from "../holds.ts";
import { listCancellable } from "../piece-cancellation.ts";
import { countPieces } from "../returned-pieces.ts";
import { findBuyersPlace, formatPlaceOfSupply, type PlaceOfSupply } from "#shop/documents/place-of-supply.ts";
import { awaitsCash, isPayable } from "../status.ts";
import { buildLinkHref } from "#platform/pages/link-page.ts";
import { refuse } from "#platform/http/refuse.ts";

/** Returns an order and its rows; null if it does not exist or, with `accountId`, belongs to another account. */
export async function readOrder(context: Context, orderId: string, accountId?: string) {
  const row = await findOrder(context.db, orderId, accountId);
  return row && ((await readOrders(context, [row]))[0] ?? null);
}

type SoldLine = Pick<OrderLineRow, "productId" | "title" | "imageUrl" | "quantity" | "unitPrice"> &
  Partial<Pick<OrderLineRow, "cancelled" | "reduced">> &
  RatedGoods;

interface OrderMailData {
  order: Order;
  sold: Pick<
    OrderRow,
    "subtotal" | "shipping" | "coupon" | "payable" | "cgstRate" | "sgstRate" | "refundAmount"
  >;
  lines: readonly (SoldLine & Pick<OrderLineRow, "hsn">)[];
  place: PlaceOfSupply;
  cancelledBecause: CancelCause | null;
  payUntil: Date;
  deliveredAt: Date | null;
  creditNote: string | null;
  refundPaise: Paise;
  sentBack: readonly { refundId: string; reference: string }[];
  trackingHref: string;
  paymentHref: string | null;
}

export async function findOrderMailData(context: Context, orderId: string): Promise<OrderMailData | null> {
  const read = await readOrder(context, orderId);
  if (!read) return null;
  const { row, order, lines, invoices } = read;
  const refunds = row.cash || row.refundAmount ? await listRefunds(context.db, row.orderId) : [];
  return {
    order,
    sold: row,
    lines,
    place: findOrderPlace(context, row, invoices),
    cancelledBecause: row.cancelledBecause,
    payUntil: getPaymentDeadline(context, row),
    deliveredAt: row.deliveredAt,
    paymentHref: row.byPhone || row.cash ? buildPaymentHref(context, row) : null,
    trackingHref: buildLinkHref(context, TRACKING_PATH, TRACKING_LINK, row.orderId),
    creditNote: order.creditNotes?.at(-1)?.number ?? null,
    refundPaise: refunds.reduce((sum, { reason, amount }) => sum + (endsOrder(reason) ? amount : 0), 0),
    sentBack: refunds.flatMap(({ id: refundId, providerId }) =>
      providerId === null || !row.cash ? [] : [{ refundId, reference: providerId }],
    ),
  };
}

/** Returns the place of supply on the order's invoice, or the one that an invoice would have now. */
export function findOrderPlace(
  context: Context,
  order: OrderRow,
  papers: readonly InvoiceRow[] = [],
): PlaceOfSupply {
  const sale = papers.find(({ kind }) => kind === "invoice");
  return findBuyersPlace(
    sale ? (sale.recipient ?? order) : { ...order, companyPlace: getCompanyPlace(context) },
  );
}

async function readOrders(context: Context, rows: readonly OrderRow[]) {
  const accountId = rows[0]?.accountId;
  if (accountId === undefined) return [];
  const keys = rows.map(({ id }) => id);
  const [[allGoods, withoutWood], papers, account] = await Promise.all([
    listGoods(context.db, rows).then(async (goods) => {
      const allLines = goods.flatMap(({ lines }) => lines);
      return [goods, await findWithoutWood(context, allLines)] as const;
    }),
    listInvoices(context.db, keys),
    findAccount(context.db, accountId),
  ]);
  return allGoods.map(({ order: row, lines, parcels, refunded }) => {
    const invoices = papers.get(row.id) ?? [];
    const order = serializeOrder(context, row, {
      lines: lines.map((line) => ({ ...line, refunded: countPieces(refunded, line.productId) })),
      parcels,
      invoices,
      customer: account ?? { id: accountId, ...row.contact },
      withoutWood,
    });
    return { row, order, lines, invoices };
  });
}

export const serializeNewOrder = async (
  context: Context,
  { order, lines, account }: { order: OrderRow; lines: readonly SoldLine[]; account: Account },
): Promise<AnsweredOrder> => {
  const withoutWood = await findWithoutWood(context, lines);
  return serializeOrder(context, order, { lines, parcels: [], invoices: [], customer: account, withoutWood });
};

interface OrderParts {
  lines: readonly (SoldLine & { refunded?: number })[];
  parcels: readonly ParcelRow[];
  invoices: InvoiceRow[];
  customer: Pick<Account, "id" | "firstName" | "lastName" | "email">;
  withoutWood: ReadonlySet<string>;
}

function serializeOrder(
  context: Context,
  row: OrderRow,
  { lines, parcels, invoices, customer, withoutWood }: OrderParts,
): AnsweredOrder {
  const now = context.now();
  const payUntil = getPaymentDeadline(context, row).toISOString();
  return {
    _id: row.id,
    orderId: row.orderId,
    createdAt: row.createdAt.toISOString(),
    paymentStatus: row.paymentStatus,
    ...(row.paymentMethod && { paymentMethod: row.paymentMethod }),
    orderStatus: row.status,
    ...toResponseTotals(row),
    taxRates: getOrderRates(row),
    ...(lines.some(hasOwnRate) && { taxes: listOrderTaxes(row, lines).map(serializeTaxes) }),
    items: serializeLines(row, lines, now),
    ...markWithoutWood(lines, withoutWood),
    shippingAddress: row.shippingAddress,
    ...(findCorrectionRefusal(row) === null && {
      canChangeDelivery: true as const,
      ...(invoices.length > 0 &&
        findReissueRefusal(row, invoices, now) === null && { canChangeCompany: true as const }),
    }),
    userId: {
      _id: customer.id,
      firstName: customer.firstName,
      lastName: customer.lastName,
      email: customer.email,
    },
    contact: row.contact,
    ...omitAbsent(pickFields(row, ["companyInvoice", "gift", "tracking", "returnRequest", "promised"])),
    ...(row.notes && { notes: row.notes }),
    ...serializeCancellation(row),
    ...serializeParcels(row, parcels),
    ...serializeMoments(row),
    ...(row.cancelledBecause === "unpaid" && { expired: true as const }),
    ...(row.laterReturns.length > 0 && { laterReturns: row.laterReturns }),
    ...(row.refundAmount !== null && { refundAmount: toRupees(row.refundAmount) }),
    ...serializePapers(invoices, findOrderPlace(context, row, invoices)),
    cancellableUntil: getCancellationDeadline(row).toISOString(),
    ...(row.cash && {
      cash: awaitsCash(row) && row.status === "Pending" ? { confirmBy: payUntil } : {},
    }),
    ...(isPayable(toCancellable(row)) && { payableUntil: payUntil }),
    serverTime: now.toISOString(),
  };
}

function serializeLines(row: OrderRow, lines: OrderParts["lines"], now: Date): AnsweredOrder["items"] {
  const cancellablePieces = listCancellable(toCancellable(row), lines, now);
  return lines.map(({ productId, title, imageUrl, quantity, unitPrice, reduced, ...line }) => {
    const { cancelled = 0, refunded = 0 } = line;
    const cancellable = countPieces(cancellablePieces, productId);
    return {
      productId: { _id: productId, title, images: imageUrl ? [{ url: imageUrl }] : [] },
      quantity,
      price: toRupees(unitPrice),
      ...(cancelled > 0 && { cancelled }),
      ...(refunded > 0 && { refunded }),
      ...(cancellable > 0 && { cancellable }),
      ...(reduced && { reduced: true as const }),
    };
  });
}

/** Renames fields for the functions that decide whether an order can be cancelled or paid (§5). */
export const toCancellable = ({ status, cancellationStatus, ...row }: OrderRow) => ({
  ...row,
  orderStatus: status,
  cancellation: cancellationStatus ? { status: cancellationStatus } : null,
});

const getOrderRates = ({ cgstRate, sgstRate }: OrderRow): Rates => ({ cgst: cgstRate, sgst: sgstRate });

const serializeTaxes = ({ rates, cgst, sgst }: RatedTaxes) => ({
  rates,
  cgst: toRupees(cgst),
  sgst: toRupees(sgst),
});

export const listOrderTaxes = (row: OrderRow, lines: readonly PricedLine[]): RatedTaxes[] =>
  lines.some(hasOwnRate)
    ? listTaxes(addShipping(lines, row.shipping), getOrderRates(row))
    : [{ rates: getOrderRates(row), cgst: row.cgst, sgst: row.sgst }];

/**
 * Returns the parcels. Leaves out a single parcel that contains the whole order and is not lost, because the order's
 * `tracking` describes it. Never leaves out a replacement, which is the only parcel if the order was handed over in
 * person.
 */
function serializeParcels(row: OrderRow, parcels: readonly ParcelRow[]): Pick<AnsweredOrder, "parcels"> {
  const isComplete =
    parcels.length < 2 &&
    !row.partlySent &&
    parcels.every(({ status, isReplacement }) => status !== "Lost" && !isReplacement);
  return isComplete ? {} : { parcels: parcels.map(serializeParcel) };
}

const serializeParcel = (row: ParcelRow) => ({
  position: row.position,
  status: row.status,
  pieces: row.pieces,
  ...(row.tracking && { tracking: row.tracking }),
  ...serializeMoments(row),
  ...(row.isReplacement && { replaces: true as const }),
});

const serializeMoments = ({
  dispatchedAt,
  deliveredAt,
  lostAt,
  cancelledAt,
}: Pick<ParcelRow, "dispatchedAt" | "deliveredAt" | "lostAt"> & { cancelledAt?: Date | null }) =>
  omitAbsent({
    dispatchedAt: dispatchedAt?.toISOString(),
    deliveredAt: deliveredAt?.toISOString(),
    lostAt: lostAt?.toISOString(),
    cancelledAt: cancelledAt?.toISOString(),
  });

function serializePapers(invoices: InvoiceRow[], place: PlaceOfSupply) {
  const sale = invoices.find(({ kind }) => kind === "invoice");
  const notes = invoices.filter(({ kind }) => kind === "credit-note");
  return {
    placeOfSupply: formatPlaceOfSupply(place),
    ...(sale && { invoiceNumber: sale.number, invoicedAt: sale.issuedAt.toISOString() }),
    ...(sale?.seller && { soldBy: sale.seller }),
    ...(notes.length > 0 && {
      creditNotes: notes.map(({ number, issuedAt }) => ({ number, issuedAt: issuedAt.toISOString() })),
    }),
  } satisfies Partial<AnsweredOrder>;
}

function serializeCancellation(row: OrderRow): Pick<AnsweredOrder, "cancellation"> {
  const { cancellationStatus, cancellationRequestedAt, cancellationWords, cancellationDecidedAt } = row;
  if (!cancellationStatus || !cancellationRequestedAt) return {};
  return {
    cancellation: {
      status: cancellationStatus,
      reasons: row.cancellationReasons ?? [],
      comments: row.cancellationComments ?? "",
      requestedAt: cancellationRequestedAt.toISOString(),
      ...(cancellationWords && { words: cancellationWords }),
      ...(cancellationDecidedAt && { decidedAt: cancellationDecidedAt.toISOString() }),
    },
  };
}

type PayableRow = Pick<OrderRow, "orderId" | "createdAt" | "payUntil" | "cash">;

function buildPaymentHref(context: Context, order: PayableRow): string {
  const expiry = Math.floor((getPaymentDeadline(context, order).getTime() + DAY) / SECOND);
  return buildLinkHref(context, ORDER_PAYMENT_PATH, ORDER_PAYMENT_LINK, `${order.orderId}.${expiry}`);
}

export const buildPaymentUrl = (context: Context, order: PayableRow): string =>
  new URL(buildPaymentHref(context, order), context.config.publicUrl).href;

/** Lists the orders of an account, newest first (§6). */
export const listOwnOrders = async (context: Context, accountId: string): Promise<AnsweredOrder[]> =>
  (await readOrders(context, await listOrders(context.db, { accountId, newestFirst: true }))).map(
    ({ order }) => order,
  );

/** Returns an order of this account; null if it does not exist or belongs to another account (D69, D74). */
export const findOwnOrder = async (
  context: Context,
  accountId: string,
  orderId: string,
): Promise<AnsweredOrder | null> => (await readOrder(context, orderId, accountId))?.order ?? null;

export async function answerOrder<Message extends string>(
  context: Context,
  accountId: string,
  orderId: string,
  message: Message,
) {
  const order = await findOwnOrder(context, accountId, orderId);
  return order ? { success: true as const, message, order } : refuse("not_found");
}
