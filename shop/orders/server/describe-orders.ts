import { inArray } from "drizzle-orm";
import { toRupees } from "#contract/money.ts";
import { MINUTE } from "#contract/time.ts";
import { findAccount } from "#server/accounts";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database.ts";
import { wireTotals } from "#shop/pricing/totals.ts";
import { cancellableUntil } from "../cancellation.ts";
import type { AnsweredOrder } from "../order.ts";
import { isPayable } from "../status.ts";
import { invoicesOf } from "./issue-invoice.ts";
import { type InvoiceRow, orderLine, type OrderLineRow, type OrderRow } from "./tables.ts";

/** When an unpaid order lapses (D60); counted goods wait less long for a mailbox that was never proven (T35). */
export const payableUntil = (
  { config }: Context,
  { createdAt, payUntil }: Pick<OrderRow, "createdAt" | "payUntil">,
): Date => payUntil ?? new Date(createdAt.getTime() + config.paymentTimeoutMinutes * MINUTE);

/** The lines of several orders, in their order. */
export const linesOf = (db: Db | Tx, orderKeys: string[]): Promise<OrderLineRow[]> =>
  db
    .select()
    .from(orderLine)
    .where(inArray(orderLine.orderId, orderKeys))
    .orderBy(orderLine.orderId, orderLine.line);

export async function describeOrders(
  context: Context,
  accountId: string,
  rows: OrderRow[],
): Promise<AnsweredOrder[]> {
  if (rows.length === 0) return [];
  const keys = rows.map(({ id }) => id);
  // Asked together they wait for a connection together: the embedded engine has one, and orders hold it.
  const [allLines, invoices, account] = await Promise.all([
    linesOf(context.db, keys),
    invoicesOf(context.db, keys),
    findAccount(context.db, accountId),
  ]);
  const lines = Map.groupBy(allLines, ({ orderId }) => orderId);
  return rows.map((row) =>
    describeOrder(
      row,
      lines.get(row.id) ?? [],
      invoices.get(row.id) ?? [],
      account ?? { id: accountId, ...row.contact },
      { now: context.now(), payUntil: payableUntil(context, row) },
    ),
  );
}

interface Customer {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
}

const describeOrder = (
  row: OrderRow,
  lines: OrderLineRow[],
  invoices: InvoiceRow[],
  customer: Customer,
  { now, payUntil }: { now: Date; payUntil: Date },
): AnsweredOrder => ({
  _id: row.id,
  orderId: row.orderId,
  createdAt: row.createdAt.toISOString(),
  paymentStatus: row.paymentStatus,
  ...(row.paymentMethod && { paymentMethod: row.paymentMethod }),
  orderStatus: row.status,
  ...wireTotals(row),
  taxRates: { cgst: row.cgstRate, sgst: row.sgstRate },
  items: lines.map(({ productId, title, imageUrl, quantity, unitPrice }) => ({
    productId: { _id: productId, title, images: imageUrl ? [{ url: imageUrl }] : [] },
    quantity,
    price: toRupees(unitPrice),
  })),
  shippingAddress: row.shippingAddress,
  userId: {
    _id: customer.id,
    firstName: customer.firstName,
    lastName: customer.lastName,
    email: customer.email,
  },
  contact: row.contact,
  ...(row.companyInvoice && { companyInvoice: row.companyInvoice }),
  ...(row.notes && { notes: row.notes }),
  ...describeCancellation(row),
  ...(row.tracking && { tracking: row.tracking }),
  ...(row.refundAmount !== null && { refundAmount: toRupees(row.refundAmount) }),
  ...describeInvoice(invoices),
  cancellableUntil: cancellableUntil(row.createdAt).toISOString(),
  ...(isPayable(movedAs(row)) && { payableUntil: payUntil.toISOString() }),
  serverTime: now.toISOString(),
});

const movedAs = ({ status, paymentStatus, cancellationStatus }: OrderRow) => ({
  orderStatus: status,
  paymentStatus,
  cancellation: cancellationStatus && { status: cancellationStatus },
});

function describeInvoice(
  invoices: InvoiceRow[],
): Pick<AnsweredOrder, "invoiceNumber" | "invoicedAt" | "soldBy"> {
  const given = invoices.find(({ kind }) => kind === "invoice");
  if (!given) return {};
  const { number, issuedAt, seller } = given;
  return {
    invoiceNumber: number,
    invoicedAt: issuedAt.toISOString(),
    ...(seller && { soldBy: seller }),
  };
}

function describeCancellation(row: OrderRow): Pick<AnsweredOrder, "cancellation"> {
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
