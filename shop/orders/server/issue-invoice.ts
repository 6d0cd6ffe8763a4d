import { and, eq, inArray, sql } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database.ts";
import { invoiceNumber, seriesOf, type InvoiceKind } from "../invoice-number.ts";
import { invoice, type InvoiceRow, invoiceSeries, type OrderRow } from "./tables.ts";

/**
 * Gives an order its invoice or credit note, or finds the one it has; `amount` is in paise. The order must be locked.
 * Call it last: from here to its end the transaction holds the series, and all others wait for its number.
 */
export async function issueInvoice(
  context: Context,
  tx: Tx,
  order: OrderRow,
  kind: InvoiceKind,
  amount: number,
): Promise<string> {
  const given = await numberOf(tx, order, kind);
  if (given) return given;
  const issuedAt = context.now();
  const series = seriesOf(kind, issuedAt);
  const number = invoiceNumber(series, await nextSerial(tx, series));
  await tx.insert(invoice).values({ number, kind, orderId: order.id, amount, issuedAt });
  return number;
}

/** The invoices and credit notes of several orders, by the order's key. */
export async function invoicesOf(db: Db, orderKeys: string[]): Promise<Map<string, InvoiceRow[]>> {
  const rows = await db.select().from(invoice).where(inArray(invoice.orderId, orderKeys));
  return Map.groupBy(rows, ({ orderId }) => orderId);
}

/** Whether an order was ever sold: money that came too late has no invoice. */
export const hasInvoice = async (tx: Tx, order: OrderRow): Promise<boolean> =>
  (await numberOf(tx, order, "invoice")) !== null;

async function numberOf(tx: Tx, order: OrderRow, kind: InvoiceKind): Promise<string | null> {
  const [given] = await tx
    .select({ number: invoice.number })
    .from(invoice)
    .where(and(eq(invoice.orderId, order.id), eq(invoice.kind, kind)));
  return given?.number ?? null;
}

/** One statement that locks the series' row and counts on: without a gap, since a rollback takes the number back too. */
async function nextSerial(tx: Tx, series: string): Promise<number> {
  const [counted] = await tx
    .insert(invoiceSeries)
    .values({ series, lastNumber: 1 })
    .onConflictDoUpdate({
      target: invoiceSeries.series,
      set: { lastNumber: sql`${invoiceSeries.lastNumber} + 1` },
    })
    .returning({ serial: invoiceSeries.lastNumber });
  if (!counted) throw new Error(`The series ${series} gave no number.`);
  return counted.serial;
}
