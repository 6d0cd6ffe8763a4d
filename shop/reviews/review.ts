import { DAY } from "#contract/time.ts";

export const MESSAGE_MAX = 1_000;

/** A review can be changed for this time after it was written (decision 043). */
const EDITABLE_MS = 30 * DAY;

export type ReviewStatus = "waiting" | "approved" | "declined";

export const reviewMessages = {
  title: "How do you like it?",
  hint: "We show your stars, your review, your first name and the first letter of your last name once we have checked them.",
  saved: "Thank you. We check every review before it is shown.",
  notReceived: "You can review a product once it has arrived.",
  tooLate: "A review can be changed for 30 days.",
  tooMany: "Too many changes in a short time. Please try again in a few minutes.",
  busy: "We're busy with other photos right now. Your review is not lost: please send it again in a moment.",
  failed: "Could not send your review. Please try again.",
} as const;

export const findEditRefusal = (createdAt: Date, now: Date): "too_late" | null =>
  now.getTime() - createdAt.getTime() > EDITABLE_MS ? "too_late" : null;

/** The fragment in an order's URL that opens the review form. */
export const REVIEW_ANCHOR = "review";

export const REVIEW_PICTURES_PATH = "/review-pictures";

export const getPictureHref = (id: string, size: "large" | "small"): string =>
  `${REVIEW_PICTURES_PATH}/${id}.${size}.jpg`;
