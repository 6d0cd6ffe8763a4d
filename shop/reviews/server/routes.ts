import { route, type Route } from "#platform/http/route.ts";
import * as contracts from "../contracts.ts";
import { listOwnReviews, listReviews, saveReview } from "../endpoints.ts";
import { findOwnReviews, findShownReviews, saveReview as save } from "./reviews.ts";

export const reviewRoutes: Route[] = [
  route(listReviews, contracts.listReviews, ({ db }, { params }) =>
    findShownReviews(db, params["productId"] ?? ""),
  ),
  route(listOwnReviews, contracts.listOwnReviews, async (context, { principal }) => ({
    reviews: await findOwnReviews(context, principal.accountId),
  })),
  route(saveReview, contracts.saveReview, (context, { principal, body, requestContext }) =>
    save(context, principal.accountId, body, requestContext.ip, requestContext.signal),
  ),
];
