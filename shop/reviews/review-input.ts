import * as v from "valibot";
import { requiredText } from "#contract/field.ts";
import { parseNumber } from "#contract/number.ts";
import { MESSAGE_MAX, PICTURE_BYTES_MAX, PICTURES_MAX, reviewMessages } from "./review.ts";

const rating = v.pipe(
  v.union([v.number(), v.string()], "Please choose one to five stars"),
  // A form sends numbers as text.
  v.transform((value) => (typeof value === "string" ? parseNumber(value) : value)),
  v.picklist([1, 2, 3, 4, 5], "Please choose one to five stars"),
);

/** The form of a review. */
export const reviewInput = v.object({ rating, message: requiredText("Your review", MESSAGE_MAX) });

/** Base64 needs four characters for three bytes. */
const BASE64_MAX = Math.ceil(PICTURE_BYTES_MAX / 3) * 4;

/** Maximum size of a review with all its photographs, in bytes. */
export const BODY_MAX = PICTURES_MAX * BASE64_MAX + 64 * 1024;

const picture = v.union(
  [
    v.pipe(v.string(), v.uuid()),
    v.pipe(
      v.string(),
      v.startsWith(`data:image/`),
      v.regex(/;base64,[A-Za-z0-9+/]+={0,2}$/),
      v.maxLength(BASE64_MAX + "data:image/jpeg;base64,".length),
    ),
  ],
  reviewMessages.badPicture,
);

/** A review with its product. */
export const newReview = v.object({
  productId: requiredText("Product", 120),
  ...reviewInput.entries,
  /** Ids of existing photographs and `data:` URLs of new ones, in order; absent if they are unchanged. */
  pictures: v.exactOptional(
    v.pipe(v.array(picture), v.maxLength(PICTURES_MAX, reviewMessages.tooManyPictures)),
  ),
});

export type NewReview = v.InferOutput<typeof newReview>;
