import { and, asc, eq, isNull } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { isAnyOf } from "#platform/database/statement.ts";
import { findProductSummary } from "#shop/catalogue/server/index.ts";
import { readAvailableStock } from "#shop/inventory/server/index.ts";
import { MAILS_PER_PIECE } from "../back-in-stock.ts";
import { productBack } from "../events.ts";
import { stockLevel, stockRequest } from "./tables.ts";

export async function announceStock(context: Context): Promise<void> {
  const rows = await context.db
    .selectDistinct({ productId: stockRequest.productId })
    .from(stockRequest)
    .where(isNull(stockRequest.mailedAt));
  for (const { productId } of rows)
    if (findProductSummary(context, productId))
      await context.transact((tx) => announceProduct(context, tx, productId));
}

async function announceProduct(context: Context, tx: Tx, productId: string): Promise<void> {
  const [level] = await tx.select().from(stockLevel).where(eq(stockLevel.productId, productId)).for("update");
  if (!level) return;
  const available = (await readAvailableStock(tx, [productId])).get(productId);
  if (available === undefined || available === level.available) return;
  await tx
    .update(stockLevel)
    .set({ available: available ?? 0 })
    .where(eq(stockLevel.productId, productId));
  // `available` is null for a product made to order. Every waiting customer then gets a mail.
  const added = available === null ? Infinity : available - level.available;
  if (added > 0) await sendToWaiting(context, tx, productId, added * MAILS_PER_PIECE);
}

async function sendToWaiting(context: Context, tx: Tx, productId: string, mails: number): Promise<void> {
  const open = tx
    .select({ id: stockRequest.id })
    .from(stockRequest)
    .where(and(eq(stockRequest.productId, productId), isNull(stockRequest.mailedAt)))
    .orderBy(asc(stockRequest.requestedAt), asc(stockRequest.id));
  const chosen = (await (Number.isFinite(mails) ? open.limit(mails) : open)).map(({ id }) => id);
  await tx.update(stockRequest).set({ mailedAt: context.now() }).where(isAnyOf(stockRequest.id, chosen));
  for (const requestId of chosen) await context.outbox.publish(tx, productBack, { requestId });
}
