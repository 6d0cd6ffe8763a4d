import { and, asc, eq, inArray, notInArray } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import { SECOND } from "#contract/time.ts";
import { type Context, defineService } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { HttpRefusal } from "#platform/http/envelope.ts";
import { isRefused } from "#platform/http/refuse.ts";
import { pictureHeaders } from "#platform/http/security-headers.ts";
import { readSignedLink, signLink } from "#platform/http/signed-link.ts";
import { generateUuid, isId } from "#platform/ids.ts";
import { type CleanPicture, cleanPhotos } from "#shop/media/server/index.ts";
import { photoMessages } from "#shop/media/photos.ts";
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

const PURPOSE = "review-picture";

export const buildPictureHref = (context: Context, id: string): string =>
  new URL(
    `${REVIEW_PICTURES_PATH}/${id}.large.jpg?key=${signLink(context, PURPOSE, id)}`,
    context.config.publicUrl,
  ).href;

const ADDRESS = /^([0-9a-f-]{36})\.(large|small)\.jpg$/;

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

/** Serves photographs of published reviews. Those of unpublished reviews need the owner's signed URL. */
export async function servePictures(app: FastifyInstance, context: Context): Promise<void> {
  app.get<{ Params: { name: string }; Querystring: { key?: string } }>(
    `${REVIEW_PICTURES_PATH}/:name`,
    async ({ params, query }, reply) => {
      const [, id = "", size = ""] = ADDRESS.exec(params.name) ?? [];
      const isOwners = typeof query.key === "string" && readSignedLink(context, PURPOSE, query.key) === id;
      const content = isOwners
        ? await findContent(context.db, id, size)
        : await findShownContent(context, id, size);
      if (!content) throw new HttpRefusal(404, "not_found", photoMessages.missing);
      return reply
        .headers({
          ...pictureHeaders,
          "cache-control": isOwners ? "no-store" : "public, max-age=3600",
        })
        .type("image/jpeg")
        .send(content);
    },
  );
}

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
  if (!isId(id)) return null;
  const [row] = await db
    .select({ content: size === "large" ? reviewPicture.large : reviewPicture.small })
    .from(reviewPicture)
    .innerJoin(review, eq(review.id, reviewPicture.reviewId))
    .where(and(eq(reviewPicture.id, id), condition));
  return row?.content ?? null;
}
