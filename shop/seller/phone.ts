import { toLatinDigits } from "#contract/text.ts";

/* The shop's phone numbers, which customers also call from abroad. contract/person.ts checks customers' numbers. */

export const NO_PHONE =
  "Enter one complete phone number: a mobile number like +91 98250 12345, a landline with its area code like 0261 234 5678, or a toll-free number like 1800 123 4567.";

export const NO_MOBILE = "Enter a mobile number of ten digits, for example 98250 12345.";

const SEPARATORS = /[\s\p{Cf}\p{Pd}().]/gu;

const MOBILE = /^(?:(?:\+|00)?91)?0?([6-9]\d{9})$/;

/** The area code and the number of a landline have ten digits together, in some places nine. */
const LANDLINE = /^(?:(?:\+|00)91)?0([1-8]\d{9}|[1-5]\d{8})$|^(?:\+|00)91[1-8]\d{9}$/;

const TOLL_FREE = /^18[06]0\d{6,7}$/;

const ABROAD = /^(?:\+|00)(?!91)[1-9]\d{6,14}$/;

const toDialled = (text: string): string => toLatinDigits(text).replaceAll(SEPARATORS, "");

/** Returns the international digits of a mobile number, such as `919825012345`. Null if the number is not complete. */
export function readMobile(text: string): string | null {
  const dialled = toDialled(text);
  const [, mobile] = MOBILE.exec(dialled) ?? [];
  if (mobile !== undefined) return `91${mobile}`;
  return ABROAD.test(dialled) ? dialled.replace(/^(?:\+|00)/, "") : null;
}

/** True for one complete number. Pages link to it with `tel:`, so a second number beside it would break the link. */
export const isPhone = (text: string): boolean =>
  [MOBILE, LANDLINE, TOLL_FREE, ABROAD].some((format) => format.test(toDialled(text)));
