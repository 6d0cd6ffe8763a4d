import * as v from "valibot";
import { requiredText } from "#contract/field.ts";
import { MESSAGE_MAX } from "./review.ts";

const rating = v.pipe(
  v.union([v.number(), v.string()], "Please choose one to five stars"),
  // A form sends its numbers as text.
  v.transform(Number),
  v.picklist([1, 2, 3, 4, 5], "Please choose one to five stars"),
);

/** The form of a review. */
export const reviewInput = v.object({ rating, message: requiredText("Message", MESSAGE_MAX) });

/** The same with the product it is about. */
export const newReview = v.object({ productId: requiredText("Product", 120), ...reviewInput.entries });

export type NewReview = v.InferOutput<typeof newReview>;
