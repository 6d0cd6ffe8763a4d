import { asc, eq, inArray } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { generateUuid } from "#platform/ids.ts";
import { type CleanPicture, defineCustomerPhotos } from "#shop/media/server/index.ts";
import { returnPicture } from "./tables.ts";

export async function saveReturnPictures(
  tx: Tx,
  returnKey: { accountId: string; orderId: string; returnNumber: number },
  pictures: readonly CleanPicture[],
  now: Date,
): Promise<void> {
  const rows = pictures.map((picture, place) => ({
    id: generateUuid(now.getTime()),
    ...returnKey,
    place,
    ...picture,
  }));
  if (rows.length > 0) await tx.insert(returnPicture).values(rows);
}

export async function deleteReturnPictures(tx: Tx, accountId: string): Promise<void> {
  await tx.delete(returnPicture).where(eq(returnPicture.accountId, accountId));
}

/** Returns signed URLs for the owner and the customer's data download. */
export async function findReturnPictures(context: Context, orderIds: readonly string[]) {
  if (orderIds.length === 0) return [];
  const { id, orderId, returnNumber, place } = returnPicture;
  const rows = await context.db
    .select({ id, orderId, returnNumber })
    .from(returnPicture)
    .where(inArray(orderId, [...orderIds]))
    .orderBy(asc(place));
  return rows.map(({ id, ...returnKey }) => ({ ...returnKey, href: photos.buildHref(context, id) }));
}

const photos = defineCustomerPhotos(
  "/return-pictures",
  "return-picture",
  async ({ db }, { id, isSigned }) => {
    if (!isSigned) return null;
    const { large } = returnPicture;
    const [row] = await db.select({ large }).from(returnPicture).where(eq(returnPicture.id, id));
    return row?.large ?? null;
  },
);

export const serveReturnPictures = photos.serve;
