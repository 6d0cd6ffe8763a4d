import { hash } from "node:crypto";
import type * as v from "valibot";
import type { Context } from "../context.ts";
import { colours } from "#contract/colours.ts";
import { toIsoDay } from "#contract/dates.ts";
import { formatRupees, fromRupees } from "#contract/money.ts";
import { parseCount } from "#contract/number.ts";

/**
 * The roles of operators. A manager may do everything except manage people, backups and the settings of money. A packer packs
 * and ships orders, and sees no amounts and only the personal data on a label.
 */
export const operatorRoles = ["owner", "manager", "packer"] as const;

export type OperatorRole = (typeof operatorRoles)[number];

/** A command of the operator: `npm run shop -- <noun> <verb>`. It runs inside the open shop. */
export interface Command {
  noun: string;
  /** Empty if the noun is enough. */
  verb: string;
  /** The schema of the data that it shows, or that it returns if it always changes something. */
  data?: v.GenericSchema;
  /** One line for the help. */
  summary: string;
  args: readonly CommandArgument[];
  options: Readonly<Record<string, CommandOption>>;
  /**
   * True if the command changes nothing. Such commands are not recorded. `unless` names the arguments and options with
   * which it does change something; `alone` is for a command that changes nothing without any of them.
   */
  reads?: true | "alone" | { unless: readonly string[] };
  /**
   * The output of `--dry-run`. `rehearse` is for a command that changes only the database: it runs, and its transaction
   * is rolled back. A command without a preview has no `--dry-run`.
   */
  preview?: "rehearse" | Preview;
  /** Full command lines, without `npm run shop --`. */
  examples: readonly string[];
  /**
   * Set if a packer may run it too, with the input declared for packers; returns the part of the result for a packer.
   * Otherwise only the owner may.
   */
  forPacker?: (result: CommandResult) => CommandResult;
  /**
   * Only the owner may run it, or change something with it, because it is about people, backups or a setting of money.
   */
  onlyOwner?: true | "changes";
  /** A person who signed in with a passkey has to use it again before the command runs. */
  asksPasskey?: true;
  /** Returns the current revision of the thing to change, to detect outdated forms; null if it does not exist. */
  revision?: (context: Context, input: CommandInput) => Promise<string | null>;
  /**
   * @throws CommandRefused for an expected "no", ConfirmationRequired for a question that only comes up on the way (nothing was
   * done yet); anything else is a bug of the shop.
   */
  run(context: Context, input: CommandInput, progress?: ReportProgress): Promise<CommandResult>;
}

type Preview = (context: Context, input: CommandInput) => Promise<CommandResult>;

/** Reports what a long command is doing, and how much of it is done if that can be counted. */
export type ReportProgress = (message: string, done?: number, of?: number) => void;

/** The declaration of a value. Completion, forms and validation are generated from it. */
export interface DeclaredValue {
  summary: string;
  choices?: readonly string[];
  /** Text by default. */
  kind?: ValueKind;
  /** Other accepted words, such as `none`. */
  or?: readonly string[];
  /**
   * True or a list of choices if a packer may use it. The result must not contain anything that a packer may not see
   * (T53).
   */
  forPacker?: true | readonly string[];
  /** Only the owner may use it. */
  onlyOwner?: true;
  /** True for personal data: the audit log records that it was given, but not the value. */
  personal?: true;
}

interface CommandArgument extends DeclaredValue {
  name: string;
  optional?: true;
}

interface CommandOption extends DeclaredValue {
  /** True if the command reports the value as missing before it runs. */
  required?: true;
  /** A switch without a value: `options[name]` is then "on". */
  flag?: true;
  /** Accepts several values: one text with a line for each. */
  many?: true;
}

/** The operator's input. Omitted arguments and options are undefined. */
export interface CommandInput {
  args: Readonly<Record<string, string | undefined>>;
  options: Readonly<Record<string, string | undefined>>;
  /** The current folder of the operator: paths they typed are relative to it. */
  folder: string;
  /** True if the operator has confirmed, in advance or after the question. */
  confirmed?: boolean;
  /** The role of the desk user; undefined on the command line. */
  role?: OperatorRole | undefined;
  /** Whether the person used the passkey again in the last minutes; undefined if nobody signed in with one. */
  isProved?: boolean | undefined;
}

export type Cell = string | number | null;

/** The result of a command: people see title, facts, table and message, in this order; `--json` prints only `data`. */
export interface CommandResult<Data = unknown> {
  title?: string;
  facts?: Readonly<Record<string, Cell>>;
  columns?: readonly string[];
  rows?: readonly (readonly Cell[])[];
  message?: string;
  /** The result for `--json`. The default is the facts and rows. */
  data?: Data;
  /** True if the command found something for the owner: the command line then exits with 1. */
  attention?: true;
}

/** An expected refusal: one sentence for the operator that says what to do instead. */
export class CommandRefused extends Error {
  override readonly name = "CommandRefused";
}

/** The error of each argument or option by name, worded for the field of a form. */
export type FieldErrors = Readonly<Record<string, string>>;

/**
 * Invalid input: not a day, not an amount, a number too large. The command line prints the message and ends with 2; a form
 * shows `fields` at its fields.
 */
export class UsageError extends CommandRefused {
  readonly fields: FieldErrors;

  constructor(message: string, fields: FieldErrors = {}) {
    super(message);
    this.fields = fields;
  }
}

/** Returns only the message of a result, for a packer who may not see the command's other data. */
export const onlyMessage = ({ message = "" }: CommandResult): CommandResult => ({ message });

/** Thrown to ask the operator for confirmation. After a yes, the command is run again with `confirmed`. */
export class ConfirmationRequired extends Error {
  override readonly name = "ConfirmationRequired";
}

/** Asks before anything is done. @throws ConfirmationRequired unless the operator has already confirmed */
export function requireConfirmation(
  { confirmed }: { confirmed?: boolean | undefined },
  question: string,
): void {
  if (!confirmed) throw new ConfirmationRequired(question);
}

/**
 * Asks for confirmation unless the operator has already confirmed. The question contains the exact figures, because the
 * work is done first in a transaction that is rolled back.
 */
export const createConfirmation =
  <Done>(confirmed: boolean | undefined, describe: (result: Done) => string) =>
  (result: Done): void => {
    if (!confirmed) throw new ConfirmationRequired(describe(result));
  };

/** The person at the desk must use the passkey again. Nothing has been done yet. */
export class PasskeyRequired extends Error {
  override readonly name = "PasskeyRequired";
}

/** The largest amount in paise that is paid back without using the passkey again (T57). */
const REFUND_WITHOUT_PASSKEY = 500_000;

/** Tells the person what to do if the passkey is needed again. */
export const PROVE = "Use your passkey to confirm that it is you.";

/**
 * Works like `createConfirmation` for money that goes back. After the question, a person who signed in with a passkey has to use it
 * again if the amount is larger than `REFUND_WITHOUT_PASSKEY`. @throws ConfirmationRequired, PasskeyRequired
 */
export const createRefundConfirmation =
  <Done>(
    { confirmed, isProved }: Pick<CommandInput, "confirmed" | "isProved">,
    describe: (result: Done) => string,
    getPaise: (result: Done) => number,
  ) =>
  (result: Done): void => {
    createConfirmation(confirmed, describe)(result);
    if (isProved === false && getPaise(result) > REFUND_WITHOUT_PASSKEY)
      throw new PasskeyRequired(`This refunds ${formatRupees(getPaise(result))}. ${PROVE}`);
  };

/**
 * Computes a revision from the content of a thing without a stored revision. A form that was opened before another
 * change is then rejected.
 */
export const toRevision = (value: unknown): string =>
  hash("sha256", JSON.stringify(value ?? null), "base64url").slice(0, 12);

/** True if the command changes nothing with this input. */
export function isReading(
  { reads = { unless: [] } }: Pick<Command, "reads">,
  { args, options }: Pick<CommandInput, "args" | "options">,
): boolean {
  if (reads === true) return true;
  const names = Object.entries({ ...args, ...options }).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  );
  return reads === "alone"
    ? names.length === 0
    : reads.unless.length > 0 && !reads.unless.some((name) => names.includes(name));
}

/** Declares a command. If it declares the schema of its data, what it returns has to fit. */
export const defineCommand = <Schema extends v.GenericSchema = v.GenericSchema>(
  declaration: Omit<Command, "data" | "run"> & {
    data?: Schema;
    run(
      context: Context,
      input: CommandInput,
      progress?: ReportProgress,
    ): Promise<CommandResult<v.InferInput<Schema>>>;
  },
): Command => declaration;

/**
 * The type of a value. Some are validated before a command runs. The shop's own things (orders, products) are listed by
 * their feature (`values` of its manifest) and looked up by the command.
 */
export type ValueKind =
  | keyof typeof checkedKinds
  | "text"
  | "markdown" // multi-line text, kept unchanged
  | "file"
  | "new-file" // that the command writes
  | "picture" // a file with a photograph
  | "folder"
  | "link"
  | "order"
  | "product"
  | "pieces" // of a product: teak-tray:2
  | "category"
  | "subcategory"
  | "collection"
  | "hsn"
  | "customer"
  | "review"
  | "message";

interface CheckedKind {
  accepts(input: string): boolean;
  /** Completes the message `"1o" …`. */
  wrong: string;
  /** The text below the field of a form. */
  inForm: string;
}

const checkedKinds = {
  amount: {
    accepts: (input) => fromRupees(input) !== null,
    wrong: "is not an amount. Write rupees like 1499.50.",
    inForm: "Enter the amount as a number, for example 1299.00.",
  },
  /** A change that `undo` lists. */
  change: {
    accepts: (input) => parseCount(input) !== null,
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
    inForm: "Enter a whole number, for example 12.",
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
} satisfies Record<string, CheckedKind>;

interface DeclaredValues {
  args: readonly (CheckedValue & { name: string })[];
  options: Readonly<Record<string, CheckedValue & { required?: true | undefined }>>;
}

/**
 * Lists missing values, values that are invalid for their kind, and values that are not among the choices. Returns null
 * if there are none. The message describes the first error, as the command line prints it; `fields` has all of them.
 */
export function findWrongValues(
  { args, options }: DeclaredValues,
  command: Pick<CommandInput, "args" | "options">,
): UsageError | null {
  const faults: UsageError[] = [];
  const runCheck = (check: () => void) => {
    try {
      check();
    } catch (cause) {
      if (!(cause instanceof UsageError)) throw cause;
      faults.push(cause);
    }
  };
  for (const argument of args)
    runCheck(() => checkValue(argument, command.args[argument.name], { field: argument.name }));
  const missing = Object.keys(options).filter(
    (name) => options[name]?.required && !command.options[name]?.trim(),
  );
  if (missing.length > 0)
    faults.push(
      new UsageError(
        describeMissing(missing),
        Object.fromEntries(missing.map((name) => [name, "Please fill this in."])),
      ),
    );
  for (const [name, option] of Object.entries(options))
    if (!missing.includes(name))
      runCheck(() => checkValue(option, command.options[name], { field: name, option: name }));
  const [first] = faults;
  return first
    ? new UsageError(first.message, Object.assign({}, ...faults.map(({ fields }) => fields)) as FieldErrors)
    : null;
}

/** Returns only the message of the first error; null if there is none. */
export const findWrongValue = (
  declared: DeclaredValues,
  command: Pick<CommandInput, "args" | "options">,
): string | null => findWrongValues(declared, command)?.message ?? null;

interface CheckedValue {
  kind?: ValueKind | undefined;
  choices?: readonly string[] | undefined;
  or?: readonly string[] | undefined;
  many?: true | undefined;
}

/** @throws UsageError */
function checkValue(
  { kind = "text", choices, or = [], many }: CheckedValue,
  input?: string,
  { field, option }: { field?: string; option?: string } = {},
): void {
  const kinds: Readonly<Record<string, CheckedKind>> = checkedKinds;
  const rule = choices ? toRule([...choices, ...or]) : kinds[kind];
  if (!rule || input === undefined) return;
  for (const entry of many ? input.split("\n") : [input]) {
    if (rule.accepts(entry) || or.includes(entry)) continue;
    const alternative = or.length === 0 || choices ? "" : ` Or: ${or.join(", ")}.`;
    throw new UsageError(
      `${option ? `--${option} ${entry || "…"}` : `"${entry}"`} ${rule.wrong}${alternative}`,
      field === undefined ? {} : { [field]: rule.inForm },
    );
  }
}

const toRule = (choices: readonly string[]): CheckedKind => ({
  accepts: (input) => choices.includes(input),
  wrong: `is not one of the choices: ${choices.join(", ")}.`,
  inForm: "Choose one from the list.",
});

/** The midnight with which a typed day such as 2026-11-20 begins in the shop. @throws UsageError */
export function parseDay(value: string): Date {
  checkValue({ kind: "day" }, value, { option: "since" });
  return toMidnight(value);
}

/** Excludes the 30th of February, which `Date` would read as the 2nd of March. */
function isDay(input: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(input)) return false;
  const midnight = toMidnight(input);
  return !Number.isNaN(midnight.getTime()) && toIsoDay(midnight) === input;
}

const toMidnight = (day: string): Date => new Date(`${day}T00:00:00+05:30`);

/** A typed month such as 2026-11, by the shop's clock: from its first moment until before the next one's. @throws UsageError */
export function parseMonth(value: string): { from: Date; to: Date } {
  checkValue({ kind: "month" }, value, { option: "month" });
  const [year, number] = value.split("-");
  const next =
    number === "12" ? `${Number(year) + 1}-01` : `${year}-${String(Number(number) + 1).padStart(2, "0")}`;
  return { from: new Date(`${value}-01T00:00:00+05:30`), to: new Date(`${next}-01T00:00:00+05:30`) };
}

const LARGEST_LIMIT = 99_999;

/** The option `--limit` of a list that shows `standard` rows without it. */
export function defineLimit(standard: number, maximum?: number) {
  return {
    option: {
      summary: `the maximum number of rows (${standard}${maximum === undefined ? "" : `, up to ${maximum}`})`,
      kind: "number",
    } as const,
    parse: (value: string | undefined): number => parseLimit(value, standard, maximum),
  };
}

/** Formats the line under a list that `most` has cut short. */
export const formatMore = (maxRows: number): string =>
  `Only the first ${maxRows} are shown. Raise the limit to see more.`;

/** @throws UsageError */
function parseLimit(value: string | undefined, standard: number, maximum = LARGEST_LIMIT): number {
  if (value === undefined) return standard;
  const limit = parseCount(value) ?? 0;
  if (limit < 1 || limit > maximum)
    throw new UsageError(`The limit must be a number from 1 to ${maximum}.`, {
      limit: `Enter a number from 1 to ${maximum}.`,
    });
  return limit;
}

/** Parses typed rupees to paise; null if nothing was typed. @throws UsageError */
export function parseAmount(value: string | undefined): number | null {
  if (value === undefined) return null;
  checkValue({ kind: "amount" }, value, { field: "amount", option: "amount" });
  return fromRupees(value);
}

/** A required text. @throws UsageError */
export function parseRequiredText(name: string, value: string | undefined, longest = 500): string {
  const text = (value ?? "").trim();
  if (text === "") throw new UsageError(describeMissing([name]), { [name]: "Please fill this in." });
  if (text.length > longest)
    throw new UsageError(`--${name} can have up to ${longest} characters.`, {
      [name]: `Enter up to ${longest} characters.`,
    });
  return text;
}

const describeMissing = (options: readonly string[]): string =>
  `Please enter ${options.map((name) => `--${name} "…"`).join(", ")}.`;
