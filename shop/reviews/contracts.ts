import * as v from "valibot";
import { defineContract } from "#contract/endpoint.ts";
import { photoMessages, PHOTOS_BODY_MAX } from "#shop/media/photos.ts";
import { newReview } from "./review-input.ts";
import { reviewMessages } from "./review.ts";

export const listReviews = defineContract({
  summary: "Lists approved reviews of a product, newest first",
  answer: v.object({
    average: v.number(),
    count: v.number(),
    reviews: v.array(
      v.object({
        name: v.string(),
        rating: v.number(),
        message: v.string(),
        writtenAt: v.string(),
        reply: v.exactOptional(v.string()),
        pictures: v.array(v.object({ id: v.string(), width: v.number(), height: v.number() })),
      }),
    ),
  }),
  cached: true,
});

export const listOwnReviews = defineContract({
  summary: "Lists the customer's own reviews, including those that wait for approval",
  answer: v.object({
    reviews: v.array(
      v.object({
        productId: v.string(),
        rating: v.number(),
        message: v.string(),
        status: v.picklist(["waiting", "approved", "declined"]),
        canChange: v.boolean(),
        pictures: v.array(v.string()),
      }),
    ),
  }),
});

export const saveReview = defineContract({
  summary: "Saves a customer's review of a delivered product; a second review replaces the first",
  body: newReview,
  longestBody: PHOTOS_BODY_MAX,
  answer: v.object({ success: v.literal(true), message: v.string() }),
  refusals: {
    bad_picture: { status: 400, message: photoMessages.unreadable },
    busy: { status: 503, message: reviewMessages.busy },
    not_received: { status: 409, message: reviewMessages.notReceived },
    too_late: { status: 409, message: reviewMessages.tooLate },
    too_many: { status: 429, message: reviewMessages.tooMany },
  },
});
