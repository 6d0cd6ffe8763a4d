import * as v from "valibot";
import { requiredText } from "#contract/field.ts";
import { DEFAULT_RATING, ratings } from "./testimonial.ts";

// Separate from the file that pages read, because they do not need the schemas of forms.

/** Maximum number of characters of a testimonial. */
export const TESTIMONIAL_MAX = 600;

const rating = v.pipe(
  v.nullish(v.union([v.number(), v.string()], "Rating must be a number"), DEFAULT_RATING),
  // A form sends numbers as text.
  v.transform(Number),
  v.picklist(ratings, `Rating must be a whole number from 1 to ${ratings.length}`),
);

/** The testimonial form (§3, §5). */
export const testimonialInput = v.object({ rating, message: requiredText("Message", TESTIMONIAL_MAX) });

export type TestimonialInput = v.InferOutput<typeof testimonialInput>;
