import { colours } from "#contract/colours.ts";
import { AHEAD_OF_UTC_MS, isDay } from "#contract/dates.ts";
import { listEntered } from "#contract/command-data.ts";
import { ENTER_AMOUNT, fromRupees } from "#contract/money.ts";
import { ENTER_COUNT, parseCount } from "#contract/number.ts";
import { isWellFormedText, UNSTORABLE_TEXT } from "#contract/text.ts";
import {
  type CommandInput,
  CommandRefused,
  type FieldErrors,
  FILL_THIS_IN,
  UsageError,
  type ValueKind,
} from "./command.ts";

interface CheckedKind {
  accepts(input: string): boolean;
  /** The end of the error message, after the quoted value. */
  wrong: string;
  inForm: string;
}

const checkedKinds: Partial<Record<ValueKind, CheckedKind>> = {
  amount: {
    accepts: (input) => fromRupees(input) !== null,
    wrong: "is not an amount. Write rupees like 1499.50.",
    inForm: ENTER_AMOUNT,
  },
  change: {
    accepts: (input) => input.split(",").every((number) => parseCount(number) !== null),
    wrong: "is not the number of a change. Write digits, like 12.",
    inForm: "Enter the number of a change, for example 12.",
  },
  colour: {
    accepts: (input) => /^#[0-9a-f]{6}$/i.test(input),
    wrong: `is not a colour. Write it like ${colours.walnut}.`,
    inForm: `Choose a colour, for example ${colours.walnut}.`,
  },
  number: {
    accepts: (input) => parseCount(input) !== null,
    wrong: "is not a number. Write digits, like 12.",
    inForm: ENTER_COUNT,
  },
  position: {
    accepts: (input) => (parseCount(input) ?? 0) > 0,
    wrong: "is not a whole number of at least 1. Write digits, like 2.",
    inForm: "Enter a whole number of at least 1, for example 2.",
  },
  day: {
    accepts: isDay,
    wrong: "is not a day. Write it like 2026-11-20.",
    inForm: "Choose a day, for example 2026-11-20.",
  },
  month: {
    accepts: (input) => /^20\d{2}-(0[1-9]|1[0-2])$/.test(input),
    wrong: "is not a month. Write it like 2026-11.",
    inForm: "Choose a month, for example 2026-11.",
  },
};

interface DeclaredValues {
  args: readonly (CheckedValue & { name: string })[];
  options: Readonly<Record<string, CheckedValue & { required?: true | undefined }>>;
}

export function findWrongValues(
  { args, options }: DeclaredValues,
  command: Pick<CommandInput, "args" | "options">,
): UsageError | null {
  const missing = Object.keys(options).filter(
    (name) => options[name]?.required && !command.options[name]?.trim(),
  );
  const faults = [
    ...args.map((argument) => checkValue(argument, command.args[argument.name], argument.name)),
    missing.length > 0 ? createMissingError(missing) : null,
    ...Object.entries(options)
      .filter(([name]) => !missing.includes(name))
      .map(([name, option]) => checkValue(option, command.options[name], name, `--${name}`)),
  ].filter((fault) => fault !== null);
  const [first] = faults;
  return first
    ? new UsageError(first.message, Object.assign({}, ...faults.map(({ fields }) => fields)) as FieldErrors)
    : null;
}

interface CheckedValue {
  kind?: ValueKind | undefined;
  choices?: readonly string[] | undefined;
  or?: readonly string[] | undefined;
  many?: true | undefined;
}

/** `option` is the name of an option with its dashes. */
function checkValue(
  { kind = "text", choices, or = [], many }: CheckedValue,
  input: string | undefined,
  name: string,
  option?: string,
): UsageError | null {
  if (input === undefined) return null;
  if (!isWellFormedText(input))
    return new UsageError(`${option ?? name}: ${UNSTORABLE_TEXT}`, { [name]: UNSTORABLE_TEXT });
  const rule = choices ? toRule([...choices, ...or]) : checkedKinds[kind];
  if (!rule) return null;
  const entries = many ? input.split("\n") : [input];
  const wrong = entries.find((entry) => !rule.accepts(entry) && !or.includes(entry));
  if (wrong === undefined) return null;
  const typed = option ? `${option} ${wrong || "…"}` : `"${wrong}"`;
  const alternative = or.length === 0 || choices ? "" : ` Or: ${or.join(", ")}.`;
  return new UsageError(`${typed} ${rule.wrong}${alternative}`, { [name]: rule.inForm });
}

const toRule = (choices: readonly string[]): CheckedKind => ({
  accepts: (input) => choices.includes(input),
  wrong: `is not one of the choices: ${choices.join(", ")}.`,
  inForm: "Choose one from the list.",
});

export function parseMonth(value: string): { from: Date; to: Date } {
  const [year = 0, month = 0] = value.split("-").map(Number);
  const toStart = (index: number) => new Date(Date.UTC(year, index) - AHEAD_OF_UTC_MS);
  return { from: toStart(month - 1), to: toStart(month) };
}

/** Refuses arguments and options that the command ignores if `option` is entered. @throws UsageError */
export function refuseOthers(
  input: Pick<CommandInput, "args" | "options">,
  option: string,
  allowed: readonly string[] = [],
): void {
  const other = listEntered(input).find((name) => name !== option && !allowed.includes(name));
  if (other === undefined) return;
  const name = other in input.options ? `--${other}` : `the ${other}`;
  throw new UsageError(`--${option} cannot be combined with ${name}. Leave out one of the two.`, {
    [other]: "Leave this empty.",
  });
}

export const csvOption = { summary: "print a CSV file for a spreadsheet", flag: true } as const;

const LARGEST_LIMIT = 99_999;

export function defineLimit(standard: number) {
  return {
    option: { summary: `the maximum number of rows (${standard})`, kind: "number" } as const,
    /** Parses the entered limit. Without a limit, a CSV file contains all rows, up to `LARGEST_LIMIT`. */
    parse(value: string | undefined, csv?: string): number {
      if (value === undefined) return csv === undefined ? standard : LARGEST_LIMIT;
      const limit = parseCount(value) ?? 0;
      if (limit < 1 || limit > LARGEST_LIMIT)
        throw new UsageError(`The limit must be a number from 1 to ${LARGEST_LIMIT}.`, {
          limit: `Enter a number from 1 to ${LARGEST_LIMIT}.`,
        });
      return limit;
    },
  };
}

export const describeRows = (count: number, maxRows: number, none: string): string =>
  count === 0
    ? none
    : count > maxRows
      ? `Only the first ${maxRows} entries are shown. To see more, enter a higher limit.`
      : "";

/** Returns the amount in paise; null without a value. @throws UsageError if the amount is invalid or 0 */
export function parseAmount(value: string | undefined): number | null {
  if (value === undefined) return null;
  const paise = fromRupees(value);
  if (!paise)
    throw new UsageError("The amount must be more than ₹0. Leave it out for the full amount.", {
      amount: "Enter more than 0, or leave it empty for the full amount.",
    });
  return paise;
}

export function parseRequiredText(name: string, value: string | undefined, longest = 500): string {
  const text = (value ?? "").trim();
  if (text === "") throw createMissingError([name]);
  if (text.length > longest)
    throw new UsageError(`--${name} can have up to ${longest} characters.`, {
      [name]: `Enter up to ${longest} characters.`,
    });
  return text;
}

export const parseOptionalText = (name: string, value: string | undefined, longest?: number) =>
  value === undefined ? undefined : parseRequiredText(name, value, longest);

export const parsePosition = (value: string | undefined): number | null =>
  value === undefined ? null : Number(value);

/** Parses a product and its quantity, such as `teak-tray:1`. Returns null if the line has another format. */
export function readPieces(line: string): { productId: string; quantity: number } | null {
  const [, productId, quantity] = /^(.+):([1-9]\d{0,2})$/.exec(line.trim()) ?? [];
  return productId === undefined ? null : { productId, quantity: Number(quantity) };
}

export const describeWrongPieces = (line: string): string =>
  `“${line}” cannot be read as pieces. Enter the product and the quantity, for example teak-tray:1.`;

/**
 * Parses one product and quantity per line, and merges lines of the same product. Returns null without a value.
 * @throws CommandRefused
 */
export function parsePieces(value: string | undefined) {
  if (value === undefined) return null;
  const typed = value.split("\n").map((line) => {
    const pieces = readPieces(line);
    if (pieces === null) throw new CommandRefused(describeWrongPieces(line));
    return pieces;
  });
  return [...Map.groupBy(typed, ({ productId }) => productId)].map(([productId, same]) => ({
    productId,
    quantity: same.reduce((sum, { quantity }) => sum + quantity, 0),
  }));
}

const createMissingError = (options: readonly string[]): UsageError =>
  new UsageError(
    `Please enter ${options.map((name) => `--${name} "…"`).join(", ")}.`,
    Object.fromEntries(options.map((name) => [name, FILL_THIS_IN])),
  );
