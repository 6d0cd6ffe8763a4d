export { anonymiseReviews, findOwnReviews, listWaitingReviews, renewReviewPages } from "./reviews.ts";
export { buildReviewHref, listToReview, REVIEW_PATH } from "./review-page.ts";
