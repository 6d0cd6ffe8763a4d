import * as v from "valibot";
import { isWellFormedText } from "#contract/text.ts";

// What a field of the owner's files may hold. Messages follow the name of the field: "price: is missing."

export const filledText = (message = "is missing.") =>
  v.pipe(
    v.string(message),
    v.trim(),
    v.nonEmpty(message),
    v.check(isWellFormedText, "holds signs that cannot be stored."),
  );

export const optionalText = v.exactOptional(filledText("is empty. Write a text, or leave the line out."));

export const filledTexts = v.array(filledText("is empty."), "is not a list of sentences.");

/** Numbers may be strings (D94). */
export const numberLike = (message: string) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.trim(), v.nonEmpty())], message),
    v.transform(Number),
    v.finite(message),
  );

export const wholeNumber = (least: number, message: string) =>
  v.pipe(numberLike(message), v.safeInteger(message), v.minValue(least, message));

const NO_MOMENT = "is not a moment. Write it like 2026-11-12T11:00:00+05:30.";

export const moment = v.pipe(
  v.string(NO_MOMENT),
  v.check((given) => /^\d{4}-\d{2}-\d{2}(T|$)/.test(given) && !Number.isNaN(Date.parse(given)), NO_MOMENT),
);

export const NO_LIST = "is not a list.";

/** Statements of the field `toConfirm`: true only once the owner has looked at them. */
export const unconfirmedStatements = v.exactOptional(v.array(v.string(), NO_LIST), []);
