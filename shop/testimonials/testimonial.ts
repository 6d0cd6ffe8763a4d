import type { InferOutput } from "valibot";
import { readFields, readId, findList, readEntries, readNumber, readText } from "#contract/read.ts";
import type { testimonialSchema } from "./response-schemas.ts";

/** The possible ratings in stars. The form preselects `DEFAULT_RATING` (§2.18). */
export const ratings = [1, 2, 3, 4, 5] as const;
export const DEFAULT_RATING = 5;
const MAX_STARS = ratings.length;

export const SHOWN_MAX = 100;

export type Testimonial = InferOutput<typeof testimonialSchema>;

/** Parses a testimonial in a response (§3). Null if the text is missing. `place` replaces a missing id. */
function parseTestimonial(value: unknown, place: number): Testimonial | null {
  const { _id, id, name, rating: stars, message, sample } = readFields(value);
  const key = readId(_id, id) || String(place);
  const text = readText(message);
  if (!text) return null;
  const inRange = Math.min(Math.max(Math.round(readNumber(stars, DEFAULT_RATING)), 1), MAX_STARS);
  return {
    _id: key,
    id: key,
    name: readText(name),
    rating: inRange,
    message: text,
    ...(sample === true && { sample }),
  };
}

/** Parses the list in a response (§7). Null stands for an empty list. Returns undefined if the list is missing. */
export function parseTestimonials(body: unknown): Testimonial[] | undefined {
  if (body === null) return [];
  const list = findList(body, "testimonials", "data");
  return list ? readEntries(list, parseTestimonial) : undefined;
}

/** Returns the first name and the initial of the last name, such as 'Asha P.', for the author's privacy. */
export function formatName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  const [initial] = lastName.trim();
  return initial ? `${firstName.trim()} ${initial.toUpperCase()}.` : firstName.trim();
}

export const testimonialMessages = {
  received: "Thank you. Your testimonial is now on our home page.",
  mustLogIn: "You must be logged in to submit a testimonial.",
  noAnswer: "Network or server error. Please try again later.",
  tooMany:
    "You have sent us several testimonials in a short while. Please wait a little before the next one.",
} as const;

/** The carousel shows one card up to this window width in px, and four in wider windows (§2.4, §9). */
export const ONE_CARD_UP_TO_PX = 768;
const CARDS_WIDE = 4;

export const countCardsAtOnce = (isNarrow: boolean): number => (isNarrow ? 1 : CARDS_WIDE);

/** Returns the last index of the carousel: the number of cards minus those visible at once, at least 0 (§2.4). */
export const getLastIndex = (count: number, atOnce: number): number => Math.max(0, count - atOnce);

/** The text shown until the list is loaded (§2.4). */
export const LOADING_MESSAGE = "Loading testimonials...";
