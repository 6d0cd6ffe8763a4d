import { hash } from "node:crypto";
import type * as v from "valibot";
import type { Context } from "../context.ts";
import { colours } from "#contract/colours.ts";
import { toIsoDay } from "#contract/dates.ts";
import { formatRupees, fromRupees } from "#contract/money.ts";
import { parseCount } from "#contract/number.ts";

/**
 * The roles of operators. An owner may do everything. A manager may not manage people, backups and settings of money. A
 * packer packs and ships orders, sees no amounts, and sees only the personal data on a label.
 */
export const operatorRoles = ["owner", "manager", "packer"] as const;

export type OperatorRole = (typeof operatorRoles)[number];

/** An operator command: `npm run shop -- <noun> <verb>`. It runs inside the open shop. */
export interface Command {
  noun: string;
  /** The second word of the command; empty if the command consists only of the noun. */
  verb: string;
  /**
   * The schema of the `data` in the command's result. If the command changes something only with some arguments, the
   * schema describes the result of a call without changes.
   */
  data?: v.GenericSchema;
  /** One line for the help. */
  summary: string;
  args: readonly CommandArgument[];
  options: Readonly<Record<string, CommandOption>>;
  /**
   * True if the command never changes anything. The desk's calls of such a command are not recorded. `unless` lists the
   * arguments and options with which the command changes something. With `alone`, the command changes something if it
   * is called with any argument or option.
   */
  reads?: true | "alone" | { unless: readonly string[] };
  /**
   * How `--dry-run` computes its output. With `rehearse`, the command runs and its transaction is rolled back, so it
   * must change only the database. A command without a preview has no `--dry-run`.
   */
  preview?: "rehearse" | Preview;
  /** Complete command lines, without `npm run shop --`. */
  examples: readonly string[];
  /**
   * If set, a packer may run the command too, with the arguments and options declared for packers. Returns the part of
   * the result that a packer may see.
   */
  forPacker?: (result: CommandResult) => CommandResult;
  /**
   * True if only the owner may run the command, `changes` if only the owner may change something with it. Use it for
   * commands about people, backups or settings of money.
   */
  onlyOwner?: true | "changes";
  /** True if a person who signed in with a passkey must use the passkey again before the command runs. */
  asksPasskey?: true;
  /**
   * Returns the current revision of the record that the command changes; null if the record does not exist. The shop
   * uses it to detect outdated forms.
   */
  revision?: (context: Context, input: CommandInput) => Promise<string | null>;
  /**
   * Runs the command. @throws CommandRefused for an expected refusal; ConfirmationRequired for a question that arises
   * during the run, before anything is changed. Any other error is a bug.
   */
  run(context: Context, input: CommandInput, progress?: ReportProgress): Promise<CommandResult>;
}

type Preview = (context: Context, input: CommandInput) => Promise<CommandResult>;

/**
 * Reports the current step of a long command. `done` is the amount done and `of` the total amount, if they are known.
 */
export type ReportProgress = (message: string, done?: number, of?: number) => void;

/**
 * The declaration of the value of an argument or option. The shop generates completion, forms and validation from it.
 */
export interface DeclaredValue {
  summary: string;
  choices?: readonly string[];
  /** The kind of value. The default is "text". */
  kind?: ValueKind;
  /** Words that are accepted in addition to values of this kind, such as `none`. */
  or?: readonly string[];
  /**
   * If set, a packer may use the argument or option: with any value (true), or with one of the listed choices. The
   * command's result must then contain only what a packer may see (T53).
   */
  forPacker?: true | readonly string[];
  /** True if only the owner may use the argument or option. */
  onlyOwner?: true;
  /** True for personal data. The audit log records that a value was entered, but not the value. */
  personal?: true;
}

interface CommandArgument extends DeclaredValue {
  name: string;
  optional?: true;
}

interface CommandOption extends DeclaredValue {
  /** True if the value is required. If it is missing, the command does not run. */
  required?: true;
  /** True for a switch without a value. `options[name]` is then "on". */
  flag?: true;
  /** True if several values are accepted. The command receives them as one text with a line for each value. */
  many?: true;
}

/** The operator's input. An argument or option without a value is undefined. */
export interface CommandInput {
  args: Readonly<Record<string, string | undefined>>;
  options: Readonly<Record<string, string | undefined>>;
  /** The operator's current folder. Relative paths in the input are relative to it. */
  folder: string;
  /** True if the operator has confirmed the command, either in advance or in answer to the question. */
  confirmed?: boolean;
  /** The role of the desk user; undefined on the command line. */
  role?: OperatorRole | undefined;
  /**
   * True if the desk user has used the passkey again in the last minutes. Undefined if nobody signed in with a passkey,
   * for example on the command line.
   */
  isProved?: boolean | undefined;
}

export type Cell = string | number | null;

/**
 * The result of a command. People see its title, facts, table and message in this order; `--json` prints only `data`.
 */
export interface CommandResult<Data = unknown> {
  title?: string;
  facts?: Readonly<Record<string, Cell>>;
  columns?: readonly string[];
  rows?: readonly (readonly Cell[])[];
  message?: string;
  /** The data that `--json` prints. The default is the facts and rows. */
  data?: Data;
  /** True if the owner should act on something that the command found. The command line then exits with 1. */
  attention?: true;
}

/** An expected refusal. Its message is one sentence that tells the operator what to do instead. */
export class CommandRefused extends Error {
  override readonly name = "CommandRefused";
}

/** The errors of arguments and options by name, worded for the fields of a form. */
export type FieldErrors = Readonly<Record<string, string>>;

/**
 * Invalid input, such as a wrong day, a wrong amount or a number that is too large. The command line prints the message
 * and exits with 2; a form shows `fields` at its fields.
 */
export class UsageError extends CommandRefused {
  readonly fields: FieldErrors;

  constructor(message: string, fields: FieldErrors = {}) {
    super(message);
    this.fields = fields;
  }
}

/**
 * Thrown to ask the operator for confirmation. After the operator has confirmed, the command runs again with
 * `confirmed`.
 */
export class ConfirmationRequired extends Error {
  override readonly name = "ConfirmationRequired";
}

/**
 * Asks the operator for confirmation before anything is done. @throws ConfirmationRequired unless the operator has
 * already confirmed
 */
export function requireConfirmation(
  { confirmed }: { confirmed?: boolean | undefined },
  question: string,
): void {
  if (!confirmed) throw new ConfirmationRequired(question);
}

/**
 * Creates a function that asks for confirmation, unless the operator has already confirmed. Call it at the end of a
 * transaction, when the exact figures for the question are known. The question rolls the transaction back.
 */
export const createConfirmation =
  <Done>(confirmed: boolean | undefined, describe: (result: Done) => string) =>
  (result: Done): void => {
    if (!confirmed) throw new ConfirmationRequired(describe(result));
  };

/** Thrown if the desk user must use the passkey again. Nothing has been changed yet. */
export class PasskeyRequired extends Error {
  override readonly name = "PasskeyRequired";
}

/** The largest refund in paise that does not require the passkey again (T57). */
const REFUND_WITHOUT_PASSKEY = 500_000;

/** The message that asks a person to use the passkey again. */
export const PROVE = "Use your passkey to confirm that it is you.";

/**
 * Like `createConfirmation`, for refunds. If the refund is larger than `REFUND_WITHOUT_PASSKEY`, a person who signed in
 * with a passkey must use it again after the question. @throws ConfirmationRequired, PasskeyRequired
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
 * Computes a revision from the content of a record, for records without a stored revision. With it, the shop can reject
 * a form that was opened before a later change.
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

/** Declares a command. The type of its result must match the schema in `data`. */
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
 * The kind of a value. Some kinds are validated before a command runs. Other kinds are values of the shop, such as
 * orders and products. Their feature lists them (`values` in its manifest), and the command itself checks that they
 * exist.
 */
export type ValueKind =
  | keyof typeof checkedKinds
  | "text"
  | "markdown" // multi-line text, kept unchanged
  | "file"
  | "new-file" // a file that the command writes
  | "picture" // a file with a photograph
  | "folder"
  | "link"
  | "order"
  | "product"
  | "pieces" // a number of pieces of a product: teak-tray:2
  | "category"
  | "subcategory"
  | "collection"
  | "hsn"
  | "customer"
  | "review"
  | "message";

interface CheckedKind {
  accepts(input: string): boolean;
  /** The end of the error message, after the quoted value: `"1o" …`. */
  wrong: string;
  /** The error message below a field of a form. */
  inForm: string;
}

const checkedKinds = {
  amount: {
    accepts: (input) => fromRupees(input) !== null,
    wrong: "is not an amount. Write rupees like 1499.50.",
    inForm: "Enter the amount as a number, for example 1299.00.",
  },
  /** The number of a change that can be undone. */
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
 * Finds missing values, values that are invalid for their kind, and values that are not among the choices. Returns null
 * if there are none. `message` is the first error, which the command line prints; `fields` contains all errors.
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

/** Returns the message of the first error; null if there is none. */
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

/** Throws if the value is invalid for its kind. @throws UsageError */
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

/** Returns the start of a day such as 2026-11-20 in the shop's time zone. @throws UsageError */
export function parseDay(value: string): Date {
  checkValue({ kind: "day" }, value, { option: "since" });
  return toMidnight(value);
}

/** True if the day exists. `Date` would accept the 30th of February as the 2nd of March. */
function isDay(input: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(input)) return false;
  const midnight = toMidnight(input);
  return !Number.isNaN(midnight.getTime()) && toIsoDay(midnight) === input;
}

const toMidnight = (day: string): Date => new Date(`${day}T00:00:00+05:30`);

/**
 * Returns the start of a month such as 2026-11 in the shop's time zone, and the start of the next month. @throws
 * UsageError
 */
export function parseMonth(value: string): { from: Date; to: Date } {
  checkValue({ kind: "month" }, value, { option: "month" });
  const [year, number] = value.split("-");
  const next =
    number === "12" ? `${Number(year) + 1}-01` : `${year}-${String(Number(number) + 1).padStart(2, "0")}`;
  return { from: new Date(`${value}-01T00:00:00+05:30`), to: new Date(`${next}-01T00:00:00+05:30`) };
}

const LARGEST_LIMIT = 99_999;

/** Defines the option `--limit` of a list. If it is not given, the list shows `standard` rows. */
export function defineLimit(standard: number, maximum?: number) {
  return {
    option: {
      summary: `the maximum number of rows (${standard}${maximum === undefined ? "" : `, up to ${maximum}`})`,
      kind: "number",
    } as const,
    parse: (value: string | undefined): number => parseLimit(value, standard, maximum),
  };
}

/** Returns the line below a list of which only `maxRows` rows are shown. */
export const formatMore = (maxRows: number): string =>
  `Only the first ${maxRows} are shown. Raise the limit to see more.`;

/** Returns the number of rows to show. @throws UsageError */
function parseLimit(value: string | undefined, standard: number, maximum = LARGEST_LIMIT): number {
  if (value === undefined) return standard;
  const limit = parseCount(value) ?? 0;
  if (limit < 1 || limit > maximum)
    throw new UsageError(`The limit must be a number from 1 to ${maximum}.`, {
      limit: `Enter a number from 1 to ${maximum}.`,
    });
  return limit;
}

/** Converts an amount in rupees to paise; null if there is none. @throws UsageError */
export function parseAmount(value: string | undefined): number | null {
  if (value === undefined) return null;
  checkValue({ kind: "amount" }, value, { field: "amount", option: "amount" });
  return fromRupees(value);
}

/** Returns the trimmed text of a required option. @throws UsageError */
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
