import type { Feature } from "#platform/feature.ts";
import { route } from "#platform/http/route.ts";
import { defineParticipant } from "#platform/outbox/subscriber.ts";
import { unverifiedDataDeleted } from "#shop/accounts/events.ts";
import * as contracts from "../contracts.ts";
import { listOwnReviews, listReviews, saveReview } from "../endpoints.ts";
import { listReviewValues, reviewCommand } from "./commands.ts";
import { anonymiseReviews, findOwnReviews, findShownReviews, saveReview as save } from "./reviews.ts";
import { servePictures } from "./review-pictures.ts";
import { serveReviewPage } from "./review-page.ts";

export const reviews: Feature = {
  name: "reviews",
  routes: [
    route(listReviews, contracts.listReviews, ({ db }, { params }) =>
      findShownReviews(db, params["productId"] ?? ""),
    ),
    route(listOwnReviews, contracts.listOwnReviews, async (context, { principal }) => ({
      reviews: await findOwnReviews(context, principal.accountId),
    })),
    route(saveReview, contracts.saveReview, (context, { principal, body, requestContext }) =>
      save(context, principal.accountId, body, requestContext.ip, requestContext.signal),
    ),
  ],
  plugins: [servePictures, serveReviewPage],
  commands: [reviewCommand],
  values: { review: listReviewValues },
  subscribers: [
    // Reviews from before the e-mail address was verified may be by somebody else, so anonymise them (T9).
    defineParticipant(
      unverifiedDataDeleted,
      "reviews.unproven-dropped",
      async (tx, { accountId }) => void (await anonymiseReviews(tx, accountId)),
    ),
  ],
};
