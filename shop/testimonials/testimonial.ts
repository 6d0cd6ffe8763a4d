import type { InferOutput } from "valibot";
import { readFields, readId, findList, readEntries, readNumber, readText } from "#contract/read.ts";
import type { testimonialSchema } from "./response-schemas.ts";

/** The possible numbers of stars; the default is set before anyone chooses (§2.18). */
export const ratings = [1, 2, 3, 4, 5] as const;
export const DEFAULT_RATING = 5;
const MAX_STARS = ratings.length;

/** Maximum number of testimonials shown, newest first. */
export const SHOWN_MAX = 100;

export type Testimonial = InferOutput<typeof testimonialSchema>;

/** Reads a testimonial from a response (§3); null if it has no text. Without an id, its position is used as id. */
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

/** Reads the list of testimonials; undefined if the response does not contain one. */
export function parseTestimonials(body: unknown): Testimonial[] | undefined {
  const list = findList(body, "testimonials", "data");
  return list ? readEntries(list, parseTestimonial) : undefined;
}

/** 'Asha P.': enough to be a person, not enough to be found. */
export function formatName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  const [initial] = lastName.trim();
  return initial ? `${firstName.trim()} ${initial.toUpperCase()}.` : firstName.trim();
}

/** Messages about writing one (§8). */
export const testimonialMessages = {
  received: "Thank you. Your testimonial is now part of our shop window.",
  mustLogIn: "You must be logged in to submit a testimonial.",
  noAnswer: "Network or server error. Please try again later.",
  tooMany:
    "You have sent us several testimonials in a short while. Please wait a little before the next one.",
} as const;

/** The carousel shows one card up to this width, and four on wider screens (§2.4, §9). */
export const ONE_CARD_UP_TO_PX = 768;
const CARDS_WIDE = 4;

export const countCardsAtOnce = (isNarrow: boolean): number => (isNarrow ? 1 : CARDS_WIDE);

/** The last position of the carousel: count − 1 or count − 4, and never below 0 (§2.4). */
export const getLastIndex = (count: number, atOnce: number): number => Math.max(0, count - atOnce);

/** Text in place of the list until it is loaded (§2.4). */
export const LOADING_MESSAGE = "Loading testimonials...";
