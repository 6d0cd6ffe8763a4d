import type { InferOutput } from "valibot";
import type { listReviews } from "./contracts.ts";

/** Published reviews, newest first. The average has one decimal and includes reviews of deleted accounts. */
export type ProductReviews = InferOutput<(typeof listReviews)["answer"]>;
export type ShownReview = ProductReviews["reviews"][number];

/** Returns the average with one decimal, and the number of ratings; null if `ratings` is empty. */
export function summarizeRatings(ratings: readonly number[]): Omit<ProductReviews, "reviews"> | null {
  if (ratings.length === 0) return null;
  const sum = ratings.reduce((total, rating) => total + rating, 0);
  return { average: Math.round((sum / ratings.length) * 10) / 10, count: ratings.length };
}

/** Search engines get at most this many reviews. */
const FACTS_MAX = 10;

/** Returns the facts about a product's reviews for search engines; false if there are no reviews. */
export const buildReviewFacts = ({ average, count, reviews }: ProductReviews) =>
  count > 0 && {
    aggregateRating: { "@type": "AggregateRating", ratingValue: average, reviewCount: count },
    ...(reviews.length > 0 && {
      review: reviews.slice(0, FACTS_MAX).map(({ name, rating, message, writtenAt }) => ({
        "@type": "Review",
        author: { "@type": "Person", name },
        datePublished: writtenAt.slice(0, 10),
        reviewBody: message,
        reviewRating: { "@type": "Rating", ratingValue: rating, bestRating: 5 },
      })),
    }),
  };
