import type { InferOutput } from "valibot";
import { formatDate } from "#contract/dates.ts";
import { findList, readEntries, readFields, readNumber, readText } from "#contract/read.ts";
import type { listReviews } from "./contracts.ts";

/** Published reviews, newest first. The average has one decimal and includes reviews of deleted accounts. */
export type ProductReviews = InferOutput<(typeof listReviews)["answer"]>;
export type ShownReview = ProductReviews["reviews"][number];
export type ShownPicture = ShownReview["pictures"][number];

/** Returns the average with one decimal, and the number of ratings; null if there are none. */
export function summarizeRatings(ratings: readonly number[]): Omit<ProductReviews, "reviews"> | null {
  if (ratings.length === 0) return null;
  const sum = ratings.reduce((total, rating) => total + rating, 0);
  return { average: Math.round((sum / ratings.length) * 10) / 10, count: ratings.length };
}

/** Parses the reviews in a response. Null if there are none or the response is invalid. */
export function parseReviews(body: unknown): ProductReviews | null {
  const fields = readFields(body);
  const [average, count] = [readNumber(fields["average"]), readNumber(fields["count"])];
  if (count < 1) return null;
  return { average, count, reviews: readEntries(findList(body, "reviews"), parseReview) };
}

function parseReview(entry: unknown): ShownReview | null {
  const { name, rating, message, writtenAt, reply, pictures } = readFields(entry);
  if (typeof name !== "string" || typeof message !== "string") return null;
  return {
    name,
    rating: readNumber(rating),
    message,
    writtenAt: readText(writtenAt),
    ...(typeof reply === "string" && { reply }),
    pictures: readEntries(pictures, parsePicture),
  };
}

function parsePicture(entry: unknown): ShownPicture | null {
  const { id, width, height } = readFields(entry);
  return typeof id === "string" ? { id, width: readNumber(width), height: readNumber(height) } : null;
}

/** Returns `Asha P., verified buyer, 23 Nov 2026`. Only customers who received the product can review it. */
export const formatAuthor = ({ name, writtenAt }: ShownReview): string =>
  [name, "verified buyer", formatDate(writtenAt)].filter(Boolean).join(", ");
