import type { Feature } from "#platform/feature.ts";
import { defineParticipant } from "#platform/outbox/subscriber.ts";
import { unprovenDropped } from "#shop/accounts/events.ts";
import { listReviewValues, reviewCommands } from "./commands.ts";
import { anonymiseReviews } from "./reviews.ts";
import { servePictures } from "./review-pictures.ts";
import { serveReviewPage } from "./review-page.ts";
import { reviewRoutes } from "./routes.ts";

/** Reviews may be from a stranger who registered the owner's e-mail address (T9). */
const onUnprovenDropped = defineParticipant(
  unprovenDropped,
  "reviews.unproven-dropped",
  async (tx, { accountId }) => void (await anonymiseReviews(tx, accountId)),
);

export const reviews: Feature = {
  name: "reviews",
  routes: reviewRoutes,
  plugins: [servePictures, serveReviewPage],
  commands: reviewCommands,
  values: { review: listReviewValues },
  subscribers: [onUnprovenDropped],
};
