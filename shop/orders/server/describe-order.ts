import { toRupees } from "#contract/money.ts";
import { toWireTotals } from "#shop/pricing/totals.ts";
import { findCorrectionRefusal } from "../address-correction.ts";
import { getCancellationDeadline } from "../cancellation.ts";
import type { AnsweredOrder } from "../order.ts";
import { findPlaceOfSupply, formatPlaceOfSupply } from "../place-of-supply.ts";
import { isPayable } from "../status.ts";
import type { InvoiceRow, OrderLineRow, OrderRow } from "./tables.ts";

interface Customer {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
}

/** What the answer says of a line. */
export type SoldLine = Pick<OrderLineRow, "productId" | "title" | "imageUrl" | "quantity" | "unitPrice">;

export const describeOrder = (
  row: OrderRow,
  lines: readonly SoldLine[],
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
  ...toWireTotals(row),
  taxRates: { cgst: row.cgstRate, sgst: row.sgstRate },
  items: lines.map(({ productId, title, imageUrl, quantity, unitPrice }) => ({
    productId: { _id: productId, title, images: imageUrl ? [{ url: imageUrl }] : [] },
    quantity,
    price: toRupees(unitPrice),
  })),
  shippingAddress: row.shippingAddress,
  ...(findCorrectionRefusal(row) === null && { canChangeDelivery: true as const }),
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
  ...describeMoments(row),
  ...(row.returnRequest && { returnRequest: row.returnRequest }),
  ...(row.refundAmount !== null && { refundAmount: toRupees(row.refundAmount) }),
  ...describePapers(row, invoices),
  cancellableUntil: getCancellationDeadline(row.createdAt).toISOString(),
  ...(isPayable(describeState(row)) && { payableUntil: payUntil.toISOString() }),
  serverTime: now.toISOString(),
});

const describeState = ({ status, paymentStatus, cancellationStatus }: OrderRow) => ({
  orderStatus: status,
  paymentStatus,
  cancellation: cancellationStatus && { status: cancellationStatus },
});

/** When the parcel left, when it arrived, when the order ended. */
const describeMoments = ({
  status,
  dispatchedAt,
  deliveredAt,
  cancellationDecidedAt,
  updatedAt,
}: OrderRow) => ({
  ...(dispatchedAt && { dispatchedAt: dispatchedAt.toISOString() }),
  ...(deliveredAt && { deliveredAt: deliveredAt.toISOString() }),
  ...(status === "Cancelled" && { cancelledAt: (cancellationDecidedAt ?? updatedAt).toISOString() }),
});

/** The papers that were given, and where the goods are supplied, as the invoice says. */
function describePapers(row: OrderRow, invoices: InvoiceRow[]) {
  const sale = invoices.find(({ kind }) => kind === "invoice");
  const notes = invoices
    .filter(({ kind }) => kind === "credit-note")
    .toSorted((one, other) => one.issuedAt.getTime() - other.issuedAt.getTime());
  const { shippingAddress } = sale?.recipient ?? row;
  return {
    placeOfSupply: formatPlaceOfSupply(findPlaceOfSupply(shippingAddress)),
    ...(sale && { invoiceNumber: sale.number, invoicedAt: sale.issuedAt.toISOString() }),
    ...(sale?.seller && { soldBy: sale.seller }),
    ...(notes.length > 0 && {
      creditNotes: notes.map(({ number, issuedAt }) => ({ number, issuedAt: issuedAt.toISOString() })),
    }),
  } satisfies Partial<AnsweredOrder>;
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
