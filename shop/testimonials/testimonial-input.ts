import * as v from "valibot";
import { requiredText } from "#contract/field.ts";
import { parseNumber } from "#contract/number.ts";
import { DEFAULT_RATING, ratings } from "./testimonial.ts";

// This file is separate from `testimonial.ts`, so that pages do not load the schemas of forms.

export const TESTIMONIAL_MAX = 600;

const rating = v.pipe(
  v.nullish(v.union([v.number(), v.string()], "Rating must be a number"), DEFAULT_RATING),
  // Forms send numbers as text.
  v.transform((value) => (typeof value === "string" ? parseNumber(value) : value)),
  v.picklist(ratings, `Rating must be a whole number from 1 to ${ratings.length}`),
);

export const testimonialInput = v.object({ rating, message: requiredText("Message", TESTIMONIAL_MAX) });

export type TestimonialInput = v.InferOutput<typeof testimonialInput>;
