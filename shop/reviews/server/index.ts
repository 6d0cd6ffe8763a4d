export { anonymiseReviews, findOwnReviews, listWaitingReviews, refreshReviewPages } from "./reviews.ts";
export { buildReviewHref, listToReview, REVIEW_PATH } from "./review-page.ts";
