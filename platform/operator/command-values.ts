import { colours } from "#contract/colours.ts";
import { AHEAD_OF_UTC_MS, isDay } from "#contract/dates.ts";
import { listEntered } from "#contract/command-data.ts";
import { toLabel } from "#contract/field-labels.ts";
import { ENTER_AMOUNT, fromRupees } from "#contract/money.ts";
import { ENTER_COUNT, parseCount } from "#contract/number.ts";
import { isWellFormedText, UNSTORABLE_TEXT } from "#contract/text.ts";
import { type CommandInput, CommandRefused, FILL_THIS_IN, refuseField, type ValueKind } from "./command.ts";

interface CheckedKind {
  accepts(input: string): boolean;
  wrong: string;
}

const checkedKinds: Partial<Record<ValueKind, CheckedKind>> = {
  amount: {
    accepts: (input) => fromRupees(input) !== null,
    wrong: ENTER_AMOUNT,
  },
  change: {
    accepts: (input) => input.split(",").every((number) => parseCount(number) !== null),
    wrong: "Enter the number of a change, for example 12.",
  },
  colour: {
    accepts: (input) => /^#[0-9a-f]{6}$/i.test(input),
    wrong: `Choose a colour, for example ${colours.walnut}.`,
  },
  number: {
    accepts: (input) => parseCount(input) !== null,
    wrong: ENTER_COUNT,
  },
  position: {
    accepts: (input) => (parseCount(input) ?? 0) > 0,
    wrong: "Enter a whole number of at least 1, for example 2.",
  },
  day: {
    accepts: isDay,
    wrong: "Choose a day, for example 2026-11-20.",
  },
  month: {
    accepts: (input) => /^20\d{2}-(0[1-9]|1[0-2])$/.test(input),
    wrong: "Choose a month, for example 2026-11.",
  },
};

interface DeclaredValues {
  args: readonly (CheckedValue & { name: string })[];
  options: Readonly<Record<string, CheckedValue & { required?: true | undefined }>>;
}

/** Returns a refusal with the error of each wrong value; null if all values are valid. */
export function findWrongValues(
  { args, options }: DeclaredValues,
  command: Pick<CommandInput, "args" | "options">,
) {
  const faults = [
    ...args.map((argument) => ({ required: false, ...argument, input: command.args[argument.name] })),
    ...Object.entries(options).map(([name, option]) => ({ ...option, name, input: command.options[name] })),
  ].flatMap(({ name, required, input, ...declared }) => {
    const fault = required && !input?.trim() ? FILL_THIS_IN : findFault(declared, input);
    return fault === null ? [] : [[name, fault] as const];
  });
  return faults.length === 0
    ? null
    : { outcome: "usage" as const, message: "", fields: Object.fromEntries(faults) };
}

interface CheckedValue {
  kind?: ValueKind | undefined;
  choices?: readonly string[] | undefined;
  or?: readonly string[] | undefined;
  many?: true | undefined;
}

function findFault(
  { kind = "text", choices, or = [], many }: CheckedValue,
  input: string | undefined,
): string | null {
  if (input === undefined) return null;
  if (!isWellFormedText(input)) return UNSTORABLE_TEXT;
  const rule = choices ? toRule([...choices, ...or]) : checkedKinds[kind];
  const isWrong = (entry: string) => rule?.accepts(entry) === false && !or.includes(entry);
  return (many ? input.split("\n") : [input]).some(isWrong) ? (rule?.wrong ?? null) : null;
}

const toRule = (choices: readonly string[]): CheckedKind => ({
  accepts: (input) => choices.includes(input),
  wrong: `Choose one of: ${choices.join(", ")}.`,
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
  throw refuseField(other, `Leave this empty, because it cannot be combined with “${toLabel(option)}”.`);
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
        throw refuseField("limit", `Enter a number from 1 to ${LARGEST_LIMIT}.`);
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
  if (!paise) throw refuseField("amount", "Enter more than 0, or leave it empty for the full amount.");
  return paise;
}

export function parseRequiredText(name: string, value: string | undefined, longest = 500): string {
  const text = (value ?? "").trim();
  if (text === "") throw refuseField(name, FILL_THIS_IN);
  if (text.length > longest) throw refuseField(name, `Enter up to ${longest} characters.`);
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
