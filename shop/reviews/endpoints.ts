import { defineEndpoint, type DefineEndpoint } from "#contract/endpoint.ts";
import type * as contracts from "./contracts.ts";

/* @__NO_SIDE_EFFECTS__ */
const define: DefineEndpoint<typeof contracts> = (_name, ...facts) => defineEndpoint(...facts);

export const listReviews = define("listReviews", "GET /api/reviews/:productId", "public", {
  requiredList: "reviews",
});
export const listOwnReviews = define("listOwnReviews", "GET /api/account/reviews", "customer", {
  requiredList: "reviews",
});
export const saveReview = define("saveReview", "POST /api/reviews", "customer");
