/** The public API of the feature: the exports that other features may use. */
export { anonymiseReviews, findOwnReviews, listWaitingReviews, renewReviewPages } from "./reviews.ts";
export { buildReviewHref, listToReview, REVIEW_PATH } from "./review-page.ts";
