import * as v from "valibot";
import { requiredText } from "#contract/field.ts";
import { parseNumber } from "#contract/number.ts";
import { newPhoto, photoMessages, PHOTOS_MAX } from "#shop/media/photos.ts";
import { MESSAGE_MAX } from "./review.ts";

const rating = v.pipe(
  v.union([v.number(), v.string()], "Please choose one to five stars"),
  v.transform((value) => (typeof value === "string" ? parseNumber(value) : value)),
  v.picklist([1, 2, 3, 4, 5], "Please choose one to five stars"),
);

export const reviewInput = v.object({ rating, message: requiredText("Your review", MESSAGE_MAX) });

const picture = v.union([v.pipe(v.string(), v.uuid()), newPhoto], photoMessages.unreadable);

export const newReview = v.object({
  productId: requiredText("Product", 120),
  ...reviewInput.entries,
  /** Ids of stored photographs, and `data:` URLs of new photographs. If missing, the pictures do not change. */
  pictures: v.exactOptional(v.pipe(v.array(picture), v.maxLength(PHOTOS_MAX, photoMessages.tooMany))),
});

export type NewReview = v.InferOutput<typeof newReview>;
