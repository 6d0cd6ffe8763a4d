export { anonymiseReviews, findOwnReviews, listWaitingReviews, refreshReviewPages } from "./reviews.ts";
export { buildPictureHref } from "./review-pictures.ts";
export { buildReviewHref, listToReview, REVIEW_PATH } from "./review-page.ts";
