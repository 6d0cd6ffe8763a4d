import * as v from "valibot";
import { expect, test } from "vitest";
import { findFieldErrors } from "#contract/field.ts";
import { notNumbers } from "../../tests/support/not-numbers.ts";
import { testimonialInput } from "./testimonial-input.ts";
import { countCardsAtOnce, formatName, getLastIndex, parseTestimonials } from "./testimonial.ts";

const message = "The tray is heavier than I expected, in a good way.";

test("a testimonial needs a message, and without a rating it has five stars (§5)", () => {
  expect(findFieldErrors(testimonialInput, { rating: 4, message: " " })).toEqual([
    { path: "message", message: "Message is required" },
  ]);
  expect(v.parse(testimonialInput, { message })).toEqual({ rating: 5, message });
});

test("a rating is a whole number from 1 to 5, and a form may send it as text", () => {
  for (const rating of [1, 5, "1", "5"])
    expect(v.parse(testimonialInput, { rating, message }).rating).toBe(Number(rating));
  for (const rating of [0, 6, 4.5, -1, "five", "0x5", "5e0", Number.NaN, true, ...notNumbers]) {
    expect(findFieldErrors(testimonialInput, { rating, message }), String(rating)).toHaveLength(1);
  }
});

test("an empty list of testimonials may be null, but a response without a list is an error (§7, D101)", () => {
  expect(parseTestimonials(null)).toEqual([]);
  expect(parseTestimonials({})).toBeUndefined();
});

test("the customer of a testimonial is shown with first name and initial", () => {
  expect(formatName({ firstName: "Asha", lastName: "Patel" })).toBe("Asha P.");
  expect(formatName({ firstName: " Asha ", lastName: " de Souza" })).toBe("Asha D.");
  expect(formatName({ firstName: "Asha", lastName: " " })).toBe("Asha");
  expect(formatName({ firstName: "आशा", lastName: "𝔓atel" })).toBe("आशा 𝔓.");
});

test("the last position of the carousel is the number of cards minus 1 on a narrow screen or minus 4 on a wide screen, but at least 0 (§9)", () => {
  const ends = (count: number) => [
    getLastIndex(count, countCardsAtOnce(true)),
    getLastIndex(count, countCardsAtOnce(false)),
  ];
  expect(ends(8)).toEqual([7, 4]);
  expect(ends(5)).toEqual([4, 1]);
  expect(ends(4)).toEqual([3, 0]);
  expect(ends(2)).toEqual([1, 0]);
  expect(ends(0)).toEqual([0, 0]);
});
