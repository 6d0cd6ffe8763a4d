import type { Context } from "../context.ts";
import { fromRupees } from "#contract/money.ts";

/** Something the operator can say: `npm run shop -- <noun> <verb>`. It runs inside the shop that is open. */
export interface Command {
  noun: string;
  /** Empty where the noun says it all. */
  verb: string;
  /** One line for the help. */
  summary: string;
  args: readonly CommandArgument[];
  options: Readonly<Record<string, CommandOption>>;
  /** The question to be answered with yes before it runs; null when none is needed this time. */
  confirm?: (input: CommandInput) => string | null;
  /** Whole lines as the operator would type them, without `npm run shop --`. */
  examples: readonly string[];
  /**
   * @throws CommandRefused for an expected "no", YesNeeded for a question that only comes up on the way (nothing was
   * done yet); anything else is a bug of the shop.
   */
  run(context: Context, input: CommandInput, progress?: ReportProgress): Promise<CommandResult>;
}

/** Says what a long command is doing, and how far it has come where that can be counted. */
export type ReportProgress = (message: string, done?: number, of?: number) => void;

interface CommandArgument {
  name: string;
  summary: string;
  optional?: true;
  choices?: readonly string[];
}

interface CommandOption {
  summary: string;
  choices?: readonly string[];
  /** A switch without a value: `options[name]` is then "on". */
  flag?: true;
  /** Takes several values: they come as one text with a line for each. */
  many?: true;
  /** Someone's address or number: the record of commands says that it was given, not what it was. */
  personal?: true;
}

/** The operator's input. Arguments and options that were left out are undefined. */
export interface CommandInput {
  args: Readonly<Record<string, string | undefined>>;
  options: Readonly<Record<string, string | undefined>>;
  /** The current folder of the operator: paths they typed are relative to it. */
  folder: string;
  /** The operator has said yes beforehand, or to the question. */
  confirmed?: boolean;
}

export type Cell = string | number | null;

/** The result of a command, as data: people get title, facts, table and words, in this order; `--json` prints `data` alone. */
export interface CommandResult {
  title?: string;
  facts?: Readonly<Record<string, Cell>>;
  columns?: readonly string[];
  rows?: readonly (readonly Cell[])[];
  message?: string;
  /** Without it `--json` prints the facts and the rows. */
  data?: unknown;
  /** It was done, and it found something that the owner must see to: the command line then ends with 1. */
  attention?: true;
}

/** An expected "no" to the operator, in one sentence that says what to do instead. */
export class CommandRefused extends Error {
  override readonly name = "CommandRefused";
}

/** Invalid input: not a day, not an amount, a number too large. The command line ends with 2. */
export class UsageError extends CommandRefused {}

/** A question to be answered with yes before anything is done: the command is then run again, `confirmed`. */
export class YesNeeded extends Error {
  override readonly name = "YesNeeded";
}

/** Declares a command. */
export const defineCommand = (declaration: Command): Command => declaration;

/** The midnight with which a typed day such as 2026-11-20 begins in the shop. @throws UsageError */
export function parseDay(given: string): Date {
  const day = new Date(`${given}T00:00:00+05:30`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(given) || Number.isNaN(day.getTime())) {
    throw new UsageError(`--since ${given} is no day. Write it like 2026-11-20.`);
  }
  return day;
}

/** A typed month such as 2026-11, by the shop's clock: from its first moment until before the next one's. @throws UsageError */
export function parseMonth(given: string): { from: Date; to: Date } {
  const [, year, number] = /^(20\d{2})-(0[1-9]|1[0-2])$/.exec(given) ?? [];
  if (year === undefined || number === undefined)
    throw new UsageError(`--month ${given || "…"} is no month. Write it like 2026-11.`);
  const next =
    number === "12" ? `${Number(year) + 1}-01` : `${year}-${String(Number(number) + 1).padStart(2, "0")}`;
  return { from: new Date(`${given}-01T00:00:00+05:30`), to: new Date(`${next}-01T00:00:00+05:30`) };
}

const LARGEST_LIMIT = 99_999;

/** The option `--limit` of a list that shows `usual` rows without it. */
export function defineLimit(usual: number, most?: number) {
  return {
    option: { summary: `how many at most (${usual}${most === undefined ? "" : `, up to ${most}`})` },
    parse: (given: string | undefined): number => parseLimit(given, usual, most),
  };
}

/** Formats the line under a list that `most` has cut short. */
export const formatMore = (most: number): string =>
  `There are more: --limit ${Math.min(most * 2, LARGEST_LIMIT)} shows them.`;

/** @throws UsageError */
function parseLimit(given: string | undefined, usual: number, most = LARGEST_LIMIT): number {
  if (given === undefined) return usual;
  const limit = /^\d{1,6}$/.test(given) ? Number(given) : 0;
  if (limit < 1 || limit > most) throw new UsageError(`--limit ${given} is not a number from 1 to ${most}.`);
  return limit;
}

/** Typed rupees in paise; null when none were typed. @throws UsageError */
export function parseAmount(given: string | undefined): number | null {
  if (given === undefined) return null;
  const paise = fromRupees(given);
  if (paise === null) throw new UsageError(`--amount ${given} is no amount. Write rupees like 1499.50.`);
  return paise;
}

/** Words that must not be left out. @throws UsageError */
export function parseRequiredText(name: string, given: string | undefined, longest = 500): string {
  const text = (given ?? "").trim();
  if (text === "") throw new UsageError(`Something is missing: --${name} "…".`);
  if (text.length > longest) throw new UsageError(`--${name} can be up to ${longest} characters long.`);
  return text;
}
