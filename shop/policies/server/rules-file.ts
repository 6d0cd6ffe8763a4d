import * as v from "valibot";
import { type Context, defineState } from "#platform/context.ts";
import {
  checkWritten,
  type FileError,
  oneOf,
  readOptionalFile,
  rupees,
  someRupees,
  strictObject,
  wholeNumber,
  yesOrNo,
} from "#platform/storage/owner-file.ts";
import { findIndianState } from "#shop/addresses/indian-states.ts";
import { type ChangedRules, type Rules, type DayRange, STANDARD_RULES, getRules } from "../rules.ts";
import { declaredRules } from "../rule-table.ts";
import { weekdays } from "../workdays.ts";

export const { get: getOwnRules, set: setOwnRules } = defineState<ChangedRules>("rules", {});

export const getShopRules = (context: Context): Rules => getRules(getOwnRules(context));

const FILE = "rules.json";

export const readRulesFile = async (folder: string, errors: FileError[]): Promise<ChangedRules> =>
  omitStandard((await readOptionalFile(folder, FILE, rulesFile, errors)) ?? {});

export const checkRules = (content: unknown, errors: FileError[]): ChangedRules =>
  omitStandard(checkWritten(FILE, rulesFile, content, errors) ?? {});

const omitStandard = (rules: ChangedRules): ChangedRules =>
  Object.fromEntries(
    Object.entries(rules).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(STANDARD_RULES[name as keyof Rules]),
    ),
  );

export const formatRulesFile = (rules: ChangedRules): object =>
  Object.fromEntries(
    Object.entries(rules).map(([name, value]) => [
      name,
      isSpan(value) ? `${value.least}-${value.most}` : name === "workdays" ? listWeekdays(value) : value,
    ]),
  );

const isSpan = (value: unknown): value is DayRange =>
  typeof value === "object" && value !== null && "least" in value && "most" in value;

const listWeekdays = (days: unknown): unknown[] =>
  Array.isArray(days) ? days.map((day) => weekdays[Number(day)]) : [];

const rangeOf = (minimum: number, maximum: number) => {
  const message = `must be a whole number from ${minimum} to ${maximum}.`;
  return v.pipe(wholeNumber(minimum, message), v.maxValue(maximum, message));
};

const NO_SPAN = "is not a number of business days. Write a number like 2 or a range like 2-3.";
const MAX_DELIVERY_DAYS = 120;

/** Business days, written as `2-3`, `2–3`, `2 to 3` or a single number. */
const businessDays = v.pipe(
  v.union([v.string(), v.number()], NO_SPAN),
  v.transform((value) => /^\s*(\d{1,3})(?:\s*(?:-|–|to)\s*(\d{1,3}))?\s*$/.exec(String(value))),
  v.check((match) => match !== null, NO_SPAN),
  v.transform((match) => ({ least: Number(match?.[1]), most: Number(match?.[2] ?? match?.[1]) })),
  v.check(
    ({ least, most }) => least <= most && most <= MAX_DELIVERY_DAYS,
    `${NO_SPAN} The second number must be the larger one.`,
  ),
);

const NO_CLOCK = "is not a time of day. Write it like 17:00.";

const clock = v.pipe(
  v.string(NO_CLOCK),
  v.trim(),
  v.regex(/^([01]?\d|2[0-4]):[0-5]\d$/, NO_CLOCK),
  v.transform((value) => value.padStart(5, "0")),
  v.check((value) => value > "00:00" && value <= "24:00", NO_CLOCK),
);

const NO_WORKDAYS = `is not a list of weekdays. Write them like ["Monday", "Tuesday"].`;

const workdays = v.pipe(
  v.array(oneOf(weekdays), NO_WORKDAYS),
  v.minLength(1, NO_WORKDAYS),
  v.transform((days) => weekdays.flatMap((day, at) => (days.includes(day) ? [at] : []))),
);

const NO_PINS = "must contain only PIN codes or their first digits, such as 411001 or 56.";

const pins = v.exactOptional(
  v.pipe(
    v.array(
      v.pipe(
        v.union([v.string(), v.number()], NO_PINS),
        v.transform((value) => String(value).replaceAll(/\s/g, "")),
        v.regex(/^[1-9]\d{0,5}$/, NO_PINS),
      ),
      NO_PINS,
    ),
    v.minLength(1, NO_PINS),
  ),
);

const NO_STATES = `is not a state of India. Write "India" for the whole country, or states like ["Gujarat", "Kerala"].`;

const state = v.pipe(
  v.string(NO_STATES),
  v.transform(findIndianState),
  v.check((state) => state !== null, NO_STATES),
  v.transform((state) => state?.name ?? ""),
);

const deliverTo = v.exactOptional(
  v.union(
    [
      v.pipe(
        v.string(),
        v.trim(),
        v.check((value) => value.toLowerCase() === "india", NO_STATES),
        v.transform(() => "India" as const),
      ),
      v.pipe(
        v.array(state),
        v.transform((states) => [...new Set(states)]),
        v.minLength(1, "must contain at least one state, if you deliver to chosen states."),
      ),
    ],
    NO_STATES,
  ),
);

const NO_SUM = "must be whole rupees, from ₹1 to ₹50,000.";

/** The largest amount in rupees that couriers collect for one parcel. */
const MAX_CASH = 50_000;

const cashOnDelivery = v.exactOptional(
  strictObject({
    upTo: v.pipe(wholeNumber(1, NO_SUM), v.maxValue(MAX_CASH, NO_SUM)),
    onlyPins: pins,
    notPins: pins,
  }),
);

/** The formats in which the owner writes a rule of each kind. */
const written = {
  amount: someRupees,
  answer: yesOrNo,
  days: businessDays,
  fee: v.pipe(rupees, v.maxValue(10_000, "must not be more than ₹10,000.")),
  time: clock,
  weekdays: workdays,
};

const entries = {
  ...Object.fromEntries(
    declaredRules.map(([name, { kind, from, most = Number(STANDARD_RULES[name]) }]) => [
      name,
      v.exactOptional(kind === "count" ? rangeOf(from, most) : written[kind]),
    ]),
  ),
  deliverTo,
  cashOnDelivery,
};

const rulesFile = v.pipe(
  strictObject(entries, "is not a rule of the shop.") as unknown as v.GenericSchema<unknown, ChangedRules>,
  v.forward(
    v.partialCheck(
      [["shippingFee"], ["freeShippingFrom"]],
      ({ shippingFee, freeShippingFrom }) => freeShippingFrom === undefined || Boolean(shippingFee),
      "needs a shipping fee. Without a fee, shipping is always free.",
    ),
    ["freeShippingFrom"],
  ),
);
