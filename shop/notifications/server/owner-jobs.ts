import { ne, notInArray } from "drizzle-orm";
import { AHEAD_OF_UTC_MS } from "#contract/dates.ts";
import type { Context } from "#platform/context.ts";
import { listLowStock } from "#shop/catalogue/server/index.ts";
import { ownerDigestDue, stockLow } from "../events.ts";
import { lowStockNotice, ownerDigest } from "./tables.ts";

const DIGEST_HOUR = 8;

/** The table `owner_digest` ensures that only one server process publishes the event of a day. */
export async function beginDigest(context: Context): Promise<void> {
  const { ownerMails } = context.config;
  if (ownerMails !== "urgent" && ownerMails !== "digest") return;
  const wallClock = new Date(context.now().getTime() + AHEAD_OF_UTC_MS);
  if (wallClock.getUTCHours() < DIGEST_HOUR) return;
  const day = wallClock.toISOString().slice(0, "2026-11-20".length);
  await context.transact(async (tx) => {
    const inserted = await tx.insert(ownerDigest).values({ day }).onConflictDoNothing().returning();
    if (inserted.length === 0) return;
    await tx.delete(ownerDigest).where(ne(ownerDigest.day, day));
    await context.outbox.publish(tx, ownerDigestDue, { day });
  });
}

export async function publishLowStock(context: Context): Promise<void> {
  if (context.config.ownerMails !== "each") return;
  const low = await listLowStock(context);
  await context.transact(async (tx) => {
    const ids = low.map(({ productId }) => productId);
    await tx
      .delete(lowStockNotice)
      .where(ids.length > 0 ? notInArray(lowStockNotice.productId, ids) : undefined);
    if (low.length === 0) return;
    const inserted = await tx
      .insert(lowStockNotice)
      .values(low.map(({ productId, left }) => ({ productId, left, notedAt: context.now() })))
      .onConflictDoNothing()
      .returning({ productId: lowStockNotice.productId });
    const isNew = new Set(inserted.map(({ productId }) => productId));
    for (const { productId, title, left } of low)
      if (isNew.has(productId)) await context.outbox.publish(tx, stockLow, { productId, title, left });
  });
}
