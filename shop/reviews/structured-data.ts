import type { ProductReviews } from "./shown-reviews.ts";

/** Search engines get at most this many reviews. The average includes all. */
const FACTS_MAX = 10;

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
