import { defineEndpoint, withContract } from "#contract/endpoint.ts";
import type * as contracts from "./contracts.ts";

export const listReviews = defineEndpoint(withContract<typeof contracts.listReviews>, {
  method: "GET",
  path: "/api/reviews/:productId",
  policy: "public",
  requiredList: "reviews",
});

export const listOwnReviews = defineEndpoint(withContract<typeof contracts.listOwnReviews>, {
  method: "GET",
  path: "/api/account/reviews",
  policy: "customer",
  requiredList: "reviews",
});

export const saveReview = defineEndpoint(withContract<typeof contracts.saveReview>, {
  method: "POST",
  path: "/api/reviews",
  policy: "customer",
});
