import { and, asc, eq, inArray, notInArray } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { SECOND } from "#contract/time.ts";
import { type Context, defineService } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { isRefused } from "#platform/http/refuse.ts";
import { generateUuid, isId } from "#platform/ids.ts";
import { type CleanPicture, cleanPhotos, defineCustomerPhotos } from "#shop/media/server/index.ts";
import { REVIEW_PICTURES_PATH } from "../review.ts";
import { review, reviewPicture } from "./tables.ts";

type PreparedPicture = string | CleanPicture;

/** Re-encodes new photographs, and keeps the ids of stored ones. Refuses with `busy` or `bad_picture`. */
export async function preparePictures(pictures: readonly string[], accountId: string, signal?: AbortSignal) {
  const newPhotos = pictures.filter((value) => !isId(value));
  const cleaned = await cleanPhotos(newPhotos, accountId, signal);
  if (isRefused(cleaned)) return cleaned;
  return pictures.map((value): PreparedPicture => cleaned[newPhotos.indexOf(value)] ?? value);
}

export async function savePictures(
  tx: Tx,
  reviewId: string,
  pictures: readonly PreparedPicture[],
  now: Date,
): Promise<void> {
  const keptIds = pictures.filter((picture) => typeof picture === "string");
  const ofReview = eq(reviewPicture.reviewId, reviewId);
  await tx
    .delete(reviewPicture)
    .where(keptIds.length > 0 ? and(ofReview, notInArray(reviewPicture.id, keptIds)) : ofReview);
  for (const [place, picture] of pictures.entries())
    if (typeof picture === "string")
      await tx
        .update(reviewPicture)
        .set({ place })
        .where(and(ofReview, eq(reviewPicture.id, picture)));
    else
      await tx.insert(reviewPicture).values({ id: generateUuid(now.getTime()), reviewId, place, ...picture });
}

export async function findPictures(db: Db, reviews: readonly { id: string }[]) {
  const { id, reviewId, width, height } = reviewPicture;
  const reviewIds = reviews.map((each) => each.id);
  if (reviewIds.length === 0) return new Map<string, { id: string; width: number; height: number }[]>();
  const rows = await db
    .select({ id, reviewId, width, height })
    .from(reviewPicture)
    .where(inArray(reviewId, reviewIds))
    .orderBy(asc(reviewPicture.place));
  return Map.groupBy(rows, (row) => row.reviewId);
}

/** Entries expire after a minute, so that a rejected picture disappears everywhere. */
const pictureCache = defineService(
  "reviews.pictures",
  () =>
    new LRUCache<string, Buffer>({
      maxSize: 8_000_000,
      sizeCalculation: ({ length }) => length,
      ttl: 60 * SECOND,
    }),
);

/** Photographs of unpublished reviews are served only at a signed URL. */
export const { buildHref: buildPictureHref, serve: servePictures } = defineCustomerPhotos(
  REVIEW_PICTURES_PATH,
  "review-picture",
  (context, { id, size, isSigned }) =>
    isSigned ? findContent(context.db, id, size) : findShownContent(context, id, size),
);

async function findShownContent(context: Context, id: string, size: string): Promise<Buffer | null> {
  const cache = context.service(pictureCache);
  const key = `${id}.${size}`;
  const existing = cache.get(key);
  if (existing) return existing;
  const content = await findContent(context.db, id, size, eq(review.status, "approved"));
  if (content) cache.set(key, content);
  return content;
}

async function findContent(
  db: Db,
  id: string,
  size: string,
  condition?: ReturnType<typeof eq>,
): Promise<Buffer | null> {
  const [row] = await db
    .select({ content: size === "large" ? reviewPicture.large : reviewPicture.small })
    .from(reviewPicture)
    .innerJoin(review, eq(review.id, reviewPicture.reviewId))
    .where(and(eq(reviewPicture.id, id), condition));
  return row?.content ?? null;
}
