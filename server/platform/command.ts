import type { Context } from "./context.ts";

/** Something the operator can say: `npm run shop -- <noun> <verb>`. It runs inside the shop that is open. */
export interface Command {
  noun: string;
  verb: string;
  /** One line for the help. */
  summary: string;
  args: readonly CommandArgument[];
  options: Readonly<Record<string, CommandOption>>;
  /** The question to be answered with yes before it runs; null when none is needed this time. */
  confirm?: (words: CommandWords) => string | null;
  /** Whole lines as the operator would type them, without `npm run shop --`. */
  examples: readonly string[];
  /** @throws CommandRefused for an expected "no"; anything else is a fault of the shop. */
  run(context: Context, words: CommandWords): Promise<CommandResult>;
}

export interface CommandArgument {
  name: string;
  summary: string;
  optional?: true;
  choices?: readonly string[];
}

export interface CommandOption {
  summary: string;
  choices?: readonly string[];
  /** A switch without a value: `options[name]` is then "on". */
  flag?: true;
}

/** What the operator typed. Arguments and options that were left out are undefined. */
export interface CommandWords {
  args: Readonly<Record<string, string | undefined>>;
  options: Readonly<Record<string, string | undefined>>;
  /** The folder the operator stands in: paths they typed are relative to it. */
  folder: string;
}

export type Cell = string | number | null;

/** What came of it, as data: people get title, facts, table and words, in this order; `--json` prints `data` alone. */
export interface CommandResult {
  title?: string;
  facts?: Readonly<Record<string, Cell>>;
  columns?: readonly string[];
  rows?: readonly (readonly Cell[])[];
  words?: string;
  /** Without it `--json` prints the facts and the rows. */
  data?: unknown;
}

/** An expected "no" to the operator, in one sentence that says what to do instead. */
export class CommandRefused extends Error {
  override readonly name = "CommandRefused";
}

/** Declares a command. */
export const command = (declaration: Command): Command => declaration;
