import { listOrders, type OrderRow } from "#shop/orders/server/index.ts";
import { and, asc, desc, eq, ne, sql } from "drizzle-orm";
import { HOUR } from "#contract/time.ts";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { isAnyOf } from "#platform/database/statement.ts";
import { isRefused, refuse } from "#platform/http/refuse.ts";
import { generateUuid, isId } from "#platform/ids.ts";
import { getAddressKey, type Limit, refuseTooMany } from "#platform/limits/rate-limit.ts";
import { lockAccount } from "#shop/accounts/server/index.ts";
import { changeReviews, changeShownContent } from "#shop/catalogue/server/index.ts";
import { formatName } from "#shop/testimonials/testimonial.ts";
import type { NewReview } from "../review-input.ts";
import { findEditRefusal, reviewMessages } from "../review.ts";
import { type ProductReviews, summarizeRatings } from "../shown-reviews.ts";
import { findPictures, preparePictures, savePictures } from "./review-pictures.ts";
import { review, reviewMailRefusal, reviewPicture } from "./tables.ts";

// The limits for one customer and for one IP address (security §10).
const REVIEW_ACCOUNT_LIMIT: Limit = { burst: 10, perMs: HOUR };
const REVIEW_ADDRESS_LIMIT: Limit = { burst: 30, perMs: HOUR };

/**
 * Saves a customer's review of a product. A second review replaces the first and must be approved again. Photographs
 * are decoded only if the customer may write the review (T51). If several calls run at once, the last commit wins.
 */
export async function saveReview(
  context: Context,
  accountId: string,
  { pictures, ...input }: NewReview,
  ip: string,
  signal?: AbortSignal,
) {
  const limited = await refuseTooMany(
    context,
    [`review:account:${accountId}`, REVIEW_ACCOUNT_LIMIT],
    [getAddressKey("review", ip, context.config), REVIEW_ADDRESS_LIMIT],
  );
  if (limited) return limited;
  const reviewRight = await findReviewRight(context.db, accountId, input.productId, context.now());
  if (isRefused(reviewRight)) return reviewRight;
  const prepared = pictures && (await preparePictures(pictures, accountId, signal));
  if (isRefused(prepared)) return prepared;
  return changeReviews(context, input.productId, async (tx, showRating) => {
    const customer = await lockAccount(tx, accountId);
    if (!customer) throw new Error(`account ${accountId} has a session but does not exist`);
    const now = context.now();
    const reviewRight = await findReviewRight(tx, accountId, input.productId, now);
    if (isRefused(reviewRight)) return reviewRight;
    const { before, orderId } = reviewRight;
    const newRow = { id: generateUuid(now.getTime()), accountId, orderId, name: formatName(customer) };
    const [row = newRow] = await tx
      .insert(review)
      .values({ ...newRow, ...input, status: "waiting", createdAt: now, changedAt: now })
      .onConflictDoUpdate({
        target: [review.productId, review.accountId],
        // The shop's reply is removed, because it answered the old text.
        set: {
          ...input,
          status: "waiting",
          reply: null,
          changedAt: now,
          revision: sql`${review.revision} + 1`,
        },
      })
      .returning({ id: review.id });
    if (prepared) await savePictures(tx, row.id, prepared, now);
    if (before?.status === "approved") await showRating(await computeRating(tx, input.productId));
    return { success: true as const, message: reviewMessages.saved };
  });
}

async function findReviewRight(db: Db | Tx, accountId: string, productId: string, now: Date) {
  const [previous] = await db
    .select()
    .from(review)
    .where(and(eq(review.productId, productId), eq(review.accountId, accountId)));
  if (previous && findEditRefusal(previous.createdAt, now)) return refuse("too_late");
  const orderId = previous ? previous.orderId : await findDeliveredOrder(db, accountId, productId);
  return orderId === null ? refuse("not_received") : { before: previous, orderId };
}

async function findDeliveredOrder(db: Db | Tx, accountId: string, productId: string): Promise<string | null> {
  const delivered = await listOrders(db, { accountId, productId, status: "Delivered" });
  const toTime = ({ deliveredAt }: OrderRow): number => deliveredAt?.getTime() ?? Infinity;
  const [first] = delivered.toSorted((first, other) => toTime(first) - toTime(other));
  return first?.orderId ?? null;
}

/** The list shows at most this many reviews. Average and count include all. */
const PAGE_SIZE = 50;

/**
 * Returns the newest published reviews with a text, and the average and number of all published ratings. Low ratings
 * are included (decision 043).
 */
export async function findShownReviews(db: Db, productId: string): Promise<ProductReviews> {
  const isShown = whereShown(productId);
  const summary = (await computeRating(db, productId)) ?? { average: 0, count: 0 };
  const rows =
    summary.count === 0
      ? []
      : await db
          .select()
          .from(review)
          .where(and(isShown, ne(review.message, "")))
          .orderBy(desc(review.createdAt), desc(review.id))
          .limit(PAGE_SIZE);
  const pictures = await findPictures(db, rows);
  return {
    ...summary,
    reviews: rows.map(({ id, name, rating, message, createdAt, reply }) => ({
      name,
      rating,
      message,
      writtenAt: createdAt.toISOString(),
      ...(reply !== null && { reply }),
      pictures: (pictures.get(id) ?? []).map((picture) => ({
        id: picture.id,
        width: picture.width,
        height: picture.height,
      })),
    })),
  };
}

const whereShown = (productId: string) => and(eq(review.productId, productId), eq(review.status, "approved"));

async function computeRating(db: Db | Tx, productId: string) {
  const ratings = await db.select({ rating: review.rating }).from(review).where(whereShown(productId));
  return summarizeRatings(ratings.map(({ rating }) => rating));
}

export async function findOwnReviews({ db, now }: Context, accountId: string) {
  const rows = await db
    .select()
    .from(review)
    .where(eq(review.accountId, accountId))
    .orderBy(desc(review.createdAt), desc(review.id));
  const pictures = await findPictures(db, rows);
  return rows.map(({ id, productId, rating, message, status, createdAt }) => ({
    productId,
    rating,
    message,
    status,
    canChange: findEditRefusal(createdAt, now()) === null,
    pictures: (pictures.get(id) ?? []).map((picture) => picture.id),
  }));
}

export const listWaitingReviews = (db: Db) =>
  db.select().from(review).where(eq(review.status, "waiting")).orderBy(asc(review.changedAt), asc(review.id));

/** Returns null if the review does not exist or has a newer revision. */
export async function decideReview(
  context: Context,
  { id, productId, revision }: Pick<typeof review.$inferSelect, "id" | "productId" | "revision">,
  decision: { status: "approved" | "declined" } | { reply: string },
): Promise<typeof review.$inferSelect | null> {
  return changeReviews(context, productId, async (tx, showRating) => {
    const [decided = null] = await tx
      .update(review)
      .set(decision)
      .where(and(eq(review.id, id), eq(review.revision, revision)))
      .returning();
    if (decided) await showRating(await computeRating(tx, productId));
    return decided;
  });
}

export async function findReview({ db }: Context, id: string) {
  const [row] = isId(id) ? await db.select().from(review).where(eq(review.id, id)) : [];
  return row ?? null;
}

export async function anonymiseReviews(tx: Tx, accountId: string): Promise<boolean> {
  const changed = await tx
    .update(review)
    .set({ accountId: null, orderId: null, name: "A customer", message: "", reply: null })
    .where(eq(review.accountId, accountId))
    .returning({ id: review.id, status: review.status });
  const ids = changed.map(({ id }) => id);
  await tx.delete(reviewPicture).where(isAnyOf(reviewPicture.reviewId, ids));
  await tx.delete(reviewMailRefusal).where(eq(reviewMailRefusal.accountId, accountId));
  return changed.some(({ status }) => status === "approved");
}

export const refreshReviewPages = (context: Context): Promise<void> =>
  changeShownContent(context, async () => {});
