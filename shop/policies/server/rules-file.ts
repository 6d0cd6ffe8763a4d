import { existsSync } from "node:fs";
import path from "node:path";
import * as v from "valibot";
import {
  type FileError,
  oneOf,
  readOwnerFile,
  strictMessage,
  wholeNumber,
  yesOrNo,
} from "#platform/storage/owner-file.ts";
import { type OwnRules, type Rules, STANDARD_RULES } from "../rules.ts";
import { weekdays } from "../workdays.ts";

const FILE = "rules.json";

/** Reads the owner's rules, as far as they are not the standard; every error is added. The file may be missing. */
export async function readRulesFile(folder: string, errors: FileError[]): Promise<OwnRules> {
  if (!existsSync(path.join(folder, FILE))) return {};
  const { content } = await readOwnerFile(folder, FILE, rulesFile, errors);
  return omitStandard(content ?? {});
}

/** A rule that says what holds anyway is none of the owner's own. */
const omitStandard = (rules: OwnRules): OwnRules =>
  Object.fromEntries(
    Object.entries(rules).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(STANDARD_RULES[name as keyof Rules]),
    ),
  );

const upTo = (least: number, most: number) => {
  const message = `is not a whole number from ${least} to ${most}.`;
  return v.exactOptional(v.pipe(wholeNumber(least, message), v.maxValue(most, message)));
};

const NO_SPAN = "is no number of business days. Write one, such as 2, or two, such as 2-3.";
const LONGEST_WAY = 120;

/** `2-3`, `2–3`, `2 to 3` or a single number. */
const businessDays = v.exactOptional(
  v.pipe(
    v.union([v.string(), v.number()], NO_SPAN),
    v.transform((given) => /^\s*(\d{1,3})(?:\s*(?:-|–|to)\s*(\d{1,3}))?\s*$/.exec(String(given))),
    v.check((found) => found !== null, NO_SPAN),
    v.transform((found) => ({ least: Number(found?.[1]), most: Number(found?.[2] ?? found?.[1]) })),
    v.check(
      ({ least, most }) => least <= most && most <= LONGEST_WAY,
      `${NO_SPAN} The second is the larger.`,
    ),
  ),
);

const NO_CLOCK = "is no time of day. Write it like 17:00.";

const clock = v.exactOptional(
  v.pipe(
    v.string(NO_CLOCK),
    v.trim(),
    v.regex(/^([01]?\d|2[0-4]):[0-5]\d$/, NO_CLOCK),
    v.transform((given) => given.padStart(5, "0")),
    v.check((given) => given > "00:00" && given <= "24:00", NO_CLOCK),
  ),
);

const NO_WORKDAYS = `is not a list of weekdays. Write them like ["Monday", "Tuesday"].`;

const workdays = v.exactOptional(
  v.pipe(
    v.array(oneOf(weekdays), NO_WORKDAYS),
    v.minLength(1, NO_WORKDAYS),
    v.transform((days) => weekdays.flatMap((day, at) => (days.includes(day) ? [at] : []))),
  ),
);

/** The limits are those that keep a shop whole (security §5): an owner may set them lower. */
const entries = {
  cancelWithinHours: upTo(1, 720),
  answerWithinHours: upTo(1, 720),
  reportDamageWithinHours: upTo(1, 720),
  replyWithinDays: businessDays,
  returnWithinDays: upTo(1, 365),
  replacement: v.exactOptional(yesOrNo),
  refundWithinDays: businessDays,
  creditNoteMonths: upTo(1, 60),
  warrantyYears: upTo(0, 99),
  dispatchWithinDays: businessDays,
  deliverWithinDays: businessDays,
  deliverAbroadWithinDays: businessDays,
  orderBefore: clock,
  workdays,
  mostProducts: upTo(1, STANDARD_RULES.mostProducts),
  mostPieces: upTo(1, STANDARD_RULES.mostPieces),
  mostUnpaidOrders: upTo(1, STANDARD_RULES.mostUnpaidOrders),
};

const rulesFile = v.strictObject(
  entries,
  strictMessage(`is no rule of the shop. There are: ${Object.keys(entries).join(", ")}.`),
);
