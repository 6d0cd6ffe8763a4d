import { and, asc, eq, inArray, notInArray } from "drizzle-orm";
import type { Db, Tx } from "#platform/database/database.ts";
import { isRefused } from "#platform/http/refuse.ts";
import { generateUuid, isId } from "#platform/ids.ts";
import { type CleanPicture, cleanPhotos, defineCustomerPhotos } from "#shop/media/server/index.ts";
import { REVIEW_PICTURES_PATH } from "../review.ts";
import { review, reviewPicture } from "./tables.ts";

type PreparedPicture = string | CleanPicture;

/** Re-encodes new photographs, and keeps the ids of stored ones. */
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

/** Photographs of unpublished reviews are served only at a signed URL. */
export const { buildHref: buildPictureHref, serve: servePictures } = defineCustomerPhotos(
  REVIEW_PICTURES_PATH,
  "review-picture",
  async ({ db }, { id, size, isSigned }) => {
    const isShown = isSigned ? undefined : eq(review.status, "approved");
    const [row] = await db
      .select({ content: size === "large" ? reviewPicture.large : reviewPicture.small })
      .from(reviewPicture)
      .innerJoin(review, eq(review.id, reviewPicture.reviewId))
      .where(and(eq(reviewPicture.id, id), isShown));
    return row?.content ?? null;
  },
);
