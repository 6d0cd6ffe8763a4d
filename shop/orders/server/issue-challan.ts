import { formatInvoiceNumber, getChallanSeries } from "../invoice-number.ts";
import { and, desc, eq, isNull } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { getCompanyPlace } from "#shop/pricing/server/index.ts";
import { countPieces, type Pieces } from "../returned-pieces.ts";
import { findCurrentSeller, takeNextSerial, toRecipient } from "./issue-invoice.ts";
import {
  challan,
  type ChallanRow,
  challanSeries,
  invoice,
  type OrderLineRow,
  type OrderRow,
  type ParcelRow,
} from "./tables.ts";

interface ShipmentWithoutSale {
  parcel: Pick<ParcelRow, "id">;
  lines: readonly OrderLineRow[];
  pieces: readonly Pieces[];
  reason: string;
}

/**
 * Issues the challan of a locked order for goods shipped without an invoice (rule 55 of the CGST rules). Call this last
 * in the transaction, because the number series stays locked until the commit.
 */
export async function issueChallan(
  context: Context,
  tx: Tx,
  order: OrderRow,
  { parcel, lines, pieces, reason }: ShipmentWithoutSale,
): Promise<ChallanRow> {
  const [sale] = await tx
    .select()
    .from(invoice)
    .where(and(eq(invoice.orderId, order.id), eq(invoice.kind, "invoice")));
  const issuedAt = context.now();
  const series = getChallanSeries(issuedAt);
  const row: ChallanRow = {
    number: formatInvoiceNumber(series, await takeNextSerial(tx, challanSeries, series)),
    orderId: order.id,
    parcelId: parcel.id,
    cancelledAt: null,
    issuedAt,
    reason,
    lines: lines.flatMap(({ productId, title, hsn, unitPrice }) => {
      const quantity = countPieces(pieces, productId);
      return quantity > 0 ? [{ title, hsn, quantity, unitPrice }] : [];
    }),
    seller: findCurrentSeller(context),
    // The address may have been corrected since the sale, but the place of supply stays that of the sale.
    recipient: toRecipient(order, sale ? sale.recipient?.companyPlace : getCompanyPlace(context)),
    invoiceNumber: sale?.number ?? null,
  };
  await tx.insert(challan).values(row);
  return row;
}

/** Keeps the cancelled challan, because its number must not be used again. */
export async function cancelChallan({ now }: Context, tx: Tx, { id }: Pick<ParcelRow, "id">): Promise<void> {
  await tx.update(challan).set({ parcelId: null, cancelledAt: now() }).where(eq(challan.parcelId, id));
}

export const listChallans = (db: Db | Tx, orderKey: string): Promise<ChallanRow[]> =>
  db
    .select()
    .from(challan)
    .where(and(eq(challan.orderId, orderKey), isNull(challan.cancelledAt)))
    .orderBy(desc(challan.number));
