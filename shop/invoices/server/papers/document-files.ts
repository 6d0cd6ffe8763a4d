import { and, eq, gte, lt } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import { toPaperName } from "../../paper-names.ts";
import {
  createNoSuchOrderError,
  invoice,
  type OrderRow,
  orders,
  whereOrder,
} from "#shop/orders/server/index.ts";
import { parseMonth } from "#platform/operator/command-input.ts";
import { findInvoices } from "./find-invoices.ts";
import type { PaperFile } from "./write-papers.ts";

/** @throws CommandRefused when there is none */
export async function findOrder(context: Context, given: string): Promise<OrderRow> {
  const [order] = await context.db.select().from(orders).where(whereOrder(given));
  if (!order) throw createNoSuchOrderError(given);
  return order;
}

/** The document of a number, or all of an order. @throws CommandRefused when there is neither */
export async function findDocument(context: Context, given: string): Promise<PaperFile[]> {
  const number = given.trim().toUpperCase();
  const [row] = await context.db.select().from(invoice).where(eq(invoice.number, number));
  if (!row) return listDocuments(context, await findOrder(context, given), () => true);
  const order = await findOrder(context, row.orderId);
  return listDocuments(context, order, (each) => each === number);
}

/** All documents of a month. */
export async function findMonth(context: Context, month: string): Promise<PaperFile[]> {
  const { from, to } = parseMonth(month);
  const rows = await context.db
    .select({ number: invoice.number, order: orders })
    .from(invoice)
    .innerJoin(orders, eq(orders.id, invoice.orderId))
    .where(and(gte(invoice.issuedAt, from), lt(invoice.issuedAt, to)))
    .orderBy(invoice.number);
  const files: PaperFile[] = [];
  for (const { number, order } of rows)
    files.push(...(await listDocuments(context, order, (each) => each === number)));
  return files;
}

/** In a folder of many each is found by its number. */
const listDocuments = async (
  context: Context,
  order: OrderRow,
  isWanted: (number: string) => boolean,
): Promise<PaperFile[]> =>
  (await findInvoices(context, order)).flatMap(({ row, content, date }) =>
    row && isWanted(row.number)
      ? [{ name: `${toPaperName(row.number)}.pdf`, job: { kind: "invoice" as const, content, date } }]
      : [],
  );
