import type { ProductReviews } from "./shown-reviews.ts";

/** Maximum number of reviews for search engines; the average includes all. */
const FACTS_MAX = 10;

/** Builds the schema.org properties of a product's reviews for search engines. */
export const buildReviewFacts = ({ average, count, reviews }: ProductReviews) => ({
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
});
