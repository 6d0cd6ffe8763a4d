import * as v from "valibot";
import { ENTER_AMOUNT, fromRupees } from "#contract/money.ts";
import { ENTER_COUNT, parseCount } from "#contract/number.ts";
import { pickFields } from "#contract/read.ts";
import { email, ENTER_EMAIL, requiredPhoneNumber } from "#contract/person.ts";
import {
  describePinDoubt,
  findPlaceOfPin,
  isPinCode,
  pinCode,
  readZipCode,
} from "#shop/addresses/pin-codes.ts";
import { findGstinError, findGstinState, normaliseGstin } from "#shop/pricing/gstin.ts";
import { isPhone, NO_MOBILE, NO_PHONE, readMobile } from "#shop/seller/phone.ts";
import type { DescribedCommand } from "../calls.ts";

export type Value = string | File[] | undefined;

export type Values = Readonly<Record<string, Value>>;

/** Returns the entered text. Empty if nothing is entered, or only files. */
export const readText = (value: Value): string => (typeof value === "string" ? value : "");

/** The values that a form has when it opens. */
export type KnownValues = Readonly<Record<string, string>>;

/** An argument or option of a command, which a form shows as a field. */
export interface Word extends Pick<
  DescribedCommand["options"][string],
  "summary" | "choices" | "flag" | "many"
> {
  name: string;
  isArgument: boolean;
  required: boolean;
  kind: string;
  or: readonly string[];
  /** Shown as a badge below the field while it is empty. */
  mark?: string | undefined;
}

export const listWords = ({ args, options }: DescribedCommand): Word[] => [
  ...args.map(({ kind = "text", or = [], optional, ...arg }) => ({
    ...arg,
    kind,
    or,
    isArgument: true,
    required: !optional,
  })),
  ...Object.entries(options).map(([name, { kind = "text", or = [], required, ...option }]) => ({
    ...option,
    name,
    kind,
    or,
    isArgument: false,
    required: required === true,
  })),
];

export const isFilled = (value: Value): boolean =>
  (typeof value === "string" ? value.trim() : (value ?? "")).length > 0;

export interface Entered {
  values: Record<string, Value>;
  filled: Filled;
}

/** The values that the form has filled in. `source` is the field that a value depends on. */
type Filled = Readonly<Record<string, { value: Value; source: string }>>;

/**
 * Changes a field. Values that the form derived from the field's old value are replaced or cleared, unless the user
 * changed them.
 */
export function enterValue(
  words: readonly Pick<Word, "name">[],
  now: Entered,
  name: string,
  value: Value,
): Entered {
  // While the user types a PIN, keep the city and state of the previous PIN.
  const isUnfinished =
    name === "pin" && typeof value === "string" && value !== "" && !isPinCode(readZipCode(value));
  const values = { ...(isUnfinished ? now.values : clearFilled(now, name)), [name]: value };
  const placed = fillPlace(words, values, name, now.values["state"]);
  const changes = Object.entries(placed).filter(([field, filledValue]) => filledValue !== values[field]);
  return fillValues({ values, filled: now.filled }, Object.fromEntries(changes), name);
}

/** Fills in values that depend on the field `source`. A city and a state that come with a PIN depend on the PIN. */
export const fillValues = ({ values, filled }: Entered, changes: Values, source: string): Entered => ({
  values: { ...values, ...changes },
  filled: {
    ...filled,
    ...Object.fromEntries(
      Object.entries(changes)
        .filter(([name]) => name !== source)
        .map(([name, value]) => [
          name,
          { value, source: "pin" in changes && PLACE.includes(name) ? "pin" : source },
        ]),
    ),
  },
});

const PLACE = ["city", "state"];

/** Clears the values that depend on `source`, and the values that depend on those, unless the user changed them. */
function clearFilled({ values, filled }: Entered, source: string): Record<string, Value> {
  let cleared = values;
  for (const [name, from] of Object.entries(filled))
    if (from.source === source && from.value === values[name])
      cleared = { ...clearFilled({ values: cleared, filled }, name), [name]: "" };
  return cleared;
}

/**
 * When a PIN code is complete, fills in its state and city. Keeps a typed city that may be in that state. A valid GSTIN
 * fills in its state if none is chosen.
 */
export function fillPlace(
  words: readonly Pick<Word, "name">[],
  values: Record<string, Value>,
  changed: string,
  lastState = values["state"],
) {
  const { pin, state, city, gstin } = values;
  const hasState = words.some(({ name }) => name === "state");
  if (changed === "gstin" && hasState && !state && typeof gstin === "string") {
    const valid = normaliseGstin(gstin);
    const registered = findGstinError(valid) === null ? findGstinState(valid) : null;
    return registered ? { ...values, state: registered.name } : values;
  }
  const place = changed === "pin" && hasState && typeof pin === "string" ? findPlaceOfPin(pin) : null;
  if (!place) return values;
  const keepsCity = city && (!lastState || lastState === place.state);
  return { ...values, ...place, ...(keepsCity && { city }) };
}

export const describeMismatch = ({ pin, state }: Values): string | null =>
  typeof pin === "string" && isPinCode(readZipCode(pin)) && typeof state === "string" && state !== ""
    ? describePinDoubt(pin, state)
    : null;

/** Returns the error of a value that is certainly wrong. The shop checks all values again. */
export function findFault(
  noun: string,
  { name, kind, or }: Pick<Word, "name" | "kind" | "or">,
  value: Value,
): string | undefined {
  const schema = CHECKS[`${noun} ${name}`] ?? CHECKS[kind];
  if (!schema || typeof value !== "string" || ["", ...or].includes(value)) return undefined;
  return v.safeParse(schema, value).issues?.[0]?.message;
}

const accept = (isRight: (text: string) => boolean, message: string) =>
  v.pipe(v.string(), v.check(isRight, message));

const emailAddress = accept((text) => v.is(email, text), ENTER_EMAIL);

const sellerPhone = accept(isPhone, NO_PHONE);

/** Checks by kind of field, such as `amount`, or by noun and field, such as `orders pin`. */
const CHECKS: Readonly<Record<string, v.GenericSchema>> = {
  amount: accept((text) => fromRupees(text) !== null, ENTER_AMOUNT),
  number: accept((text) => parseCount(text) !== null, ENTER_COUNT),
  "orders pin": pinCode,
  "orders phone": requiredPhoneNumber,
  "orders recipient-phone": requiredPhoneNumber,
  "orders email": emailAddress,
  "orders company-email": emailAddress,
  "seller gstin": v.pipe(
    v.string(),
    v.transform(normaliseGstin),
    v.check(
      (gstin) => findGstinError(gstin) === null,
      ({ input }) => findGstinError(input) ?? "",
    ),
  ),
  "seller pin": pinCode,
  "seller phone": sellerPhone,
  "seller officer-phone": sellerPhone,
  "seller whatsapp": accept((text) => readMobile(text) !== null, NO_MOBILE),
  "seller email": emailAddress,
  "seller officer-email": emailAddress,
};

/** Returns the fields with a saved value that the user has cleared. */
export const listEmptied = (words: readonly Word[], known: KnownValues, values: Values): Word[] =>
  words.filter(({ name, flag, required }) => {
    const value = values[name];
    const isEmpty = typeof value === "string" && value.trim() === "";
    return isEmpty && !flag && !required && (known[name] ?? "") !== "" && known[name] !== NONE;
  });

/** Returns the names of the changed options. Omits arguments, because the command always needs them. */
export const listChanged = (words: readonly Word[], known: KnownValues, values: Values): string[] =>
  words.filter((word) => !word.isArgument && isChanged(word, known, values)).map(({ name }) => name);

/** Replaces the shop's `previous` values by its values `now`, except in fields that the user has changed. */
export function mergeKnown(previous: KnownValues, now: KnownValues, values: Readonly<Record<string, Value>>) {
  // If the shop's value has not changed, the field keeps what is typed, even a space or an empty line at the end.
  const untouched = Object.keys(now).filter(
    (name) => isChanged({ name }, previous, now) && !isChanged({ name }, previous, values),
  );
  return { ...values, ...pickFields(now, untouched) };
}

export const hasInput = (words: readonly Word[], known: KnownValues, { values, filled }: Entered): boolean =>
  words.some((word) => isChanged(word, known, values) && values[word.name] !== filled[word.name]?.value);

export function isChanged({ name }: Pick<Word, "name">, known: KnownValues, values: Values): boolean {
  const value = values[name] ?? "";
  return Array.isArray(value) ? value.length > 0 : value.trim() !== (known[name] ?? "").trim();
}

interface Unsent {
  /** The fields that the user has cleared. If the command accepts `none`, this word deletes the stored value. */
  emptied: readonly Word[];
  /** If set, only these options are sent. */
  changed: readonly string[] | undefined;
  omitted: readonly string[];
}

export function pickSent(
  words: readonly Word[],
  values: Values,
  { emptied, changed, omitted }: Unsent,
): Values {
  const sent = words.filter(
    ({ name, isArgument }) => !omitted.includes(name) && (isArgument || (changed?.includes(name) ?? true)),
  );
  return Object.fromEntries(
    sent.map((word) => [word.name, emptied.includes(word) && hasNone(word) ? NONE : values[word.name]]),
  );
}

export const hasNone = ({ or }: Word): boolean => or.includes(NONE);

const NONE = "none";

export const pickTexts = (values: Values): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );

/** Returns empty values for the saved files that are still chosen. */
export const clearFiles = (saved: Values, now: Values): Values =>
  Object.fromEntries(
    Object.keys(saved).flatMap((name) =>
      Array.isArray(saved[name]) && saved[name] === now[name] ? [[name, undefined]] : [],
    ),
  );
