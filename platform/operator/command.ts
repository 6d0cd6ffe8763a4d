import type { Context } from "../context.ts";

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

/** What the operator typed. Arguments and options that were left out are undefined. */
export interface CommandInput {
  args: Readonly<Record<string, string | undefined>>;
  options: Readonly<Record<string, string | undefined>>;
  /** The current folder of the operator: paths they typed are relative to it. */
  folder: string;
  /** The operator has said yes beforehand, or to the question. */
  confirmed?: boolean;
}

export type Cell = string | number | null;

/** What came of it, as data: people get title, facts, table and words, in this order; `--json` prints `data` alone. */
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

/** What was typed cannot be meant: not a day, not an amount, a number too large. The command line ends with 2. */
export class UsageError extends CommandRefused {}

/** A question to be answered with yes before anything is done: the command is then run again, `confirmed`. */
export class YesNeeded extends Error {
  override readonly name = "YesNeeded";
}

/** Declares a command. */
export const defineCommand = (declaration: Command): Command => declaration;
