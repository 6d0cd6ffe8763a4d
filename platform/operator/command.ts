import { hash } from "node:crypto";
import type * as v from "valibot";
import type { Context } from "../context.ts";
import { listEntered, parseCommandName, type Reads } from "#contract/command-data.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { joinTexts } from "#contract/text.ts";
import type { OperatorRole, ValueRoles } from "./roles.ts";

/** An operator command: `npm run shop -- <noun> <verb>`. The running server executes it. */
export interface Command {
  noun: string;
  /** The second word of the command; empty if the command consists only of the noun. */
  verb: string;
  data?: v.GenericSchema;
  summary: string;
  args: readonly CommandArgument[];
  options: Readonly<Record<string, CommandOption>>;
  /** The inputs with which the command is read-only. The audit log omits successful read-only commands of the desk. */
  reads?: Reads;
  /**
   * The preview for `--dry-run`. `rehearse` runs the command and rolls it back, so the command may change only the
   * database.
   */
  preview?: "rehearse" | ((context: Context, input: CommandInput) => Promise<CommandResult>);
  /** Command lines without `npm run shop --`. */
  examples: readonly string[];
  /** If set, a packer may run the command. Returns the part of the result that a packer may see. */
  forPacker?: (result: CommandResult) => CommandResult;
  /** `true`: only an owner may run the command. `changes`: a manager may run it if it only reads. */
  onlyOwner?: true | "changes";
  /** `true`: a desk user with a passkey must confirm with the passkey. `changes`: only if the command changes data. */
  asksPasskey?: true | "changes";
  /** Returns the number of the order that the command placed. The audit log lists the command under this order. */
  getPlacedOrder?: (data: unknown) => string;
  /** Returns a hash of the record to change, to detect outdated forms; null if the record does not exist. */
  revision?: (context: Context, input: CommandInput) => Promise<string | null>;
  /** @throws CommandRefused, or ConfirmationRequired before anything is changed. Any other error is a bug. */
  run(context: Context, input: CommandInput, progress?: ReportProgress): Promise<CommandResult>;
}

/** Reports the current step of a long command. `done` and `of` are the finished and the total amount, if known. */
export type ReportProgress = (message: string, done?: number, of?: number) => void;

/** An argument or option of a command. Its form field and its validation are generated from this declaration. */
export interface DeclaredValue extends ValueRoles {
  summary: string;
  choices?: readonly string[];
  kind?: ValueKind;
  /** Words that are accepted besides values of this kind, such as `none`. */
  or?: readonly string[];
  /** True if the audit log must not contain the value. */
  personal?: true;
}

/** Values of the kinds in `checkedKinds` are validated. For kinds such as `order`, features suggest existing values. */
export type ValueKind =
  | "text"
  | "amount"
  | "change"
  | "colour"
  | "number"
  | "position" // a number from 1
  | "day"
  | "month"
  | "markdown" // multi-line text, kept unchanged
  | "words" // a sentence that can contain values of the shop, such as {{shop}}
  | "tracking-link" // a URL in which {number} stands for a tracking number
  | "page" // a page of the shop: /products?category=Tableware
  | "file"
  | "new-file" // a file that the command writes
  | "picture" // a file with a photograph
  | "video" // a file with an MP4 video
  | "folder"
  | "link"
  | "order"
  | "product"
  | "pieces" // a number of pieces of a product: teak-tray:2
  | "category"
  | "subcategory"
  | "collection"
  | "material"
  | "hsn"
  | "customer"
  | "review"
  | "message";

interface CommandArgument extends DeclaredValue {
  name: string;
  optional?: true;
  /** True if the last argument accepts several values. `args[name]` then contains one value per line. */
  many?: true;
}

interface CommandOption extends DeclaredValue {
  required?: true;
  /** A switch without a value. If it is set, `options[name]` is "on". */
  flag?: true;
  /** True if several values are accepted. `options[name]` then contains one value per line. */
  many?: true;
}

/** Lets packers use these options. The result must not contain what a packer may not see (T53). */
export const forPackers = <Options extends Readonly<Record<string, CommandOption>>>(options: Options) =>
  Object.fromEntries(
    Object.entries(options).map(([name, option]) => [name, { ...option, forPacker: true as const }]),
  );

export interface CommandInput {
  args: Readonly<Record<string, string | undefined>>;
  options: Readonly<Record<string, string | undefined>>;
  folder: string;
  confirmed?: Confirmed;
  role?: OperatorRole | undefined;
  isProved?: boolean | undefined;
}

/**
 * True to confirm every question, as `--yes` does. A text is the question that the operator answered with yes. If a
 * number in this question has changed since, the command asks again.
 */
export type Confirmed = boolean | string | undefined;

export type Cell = string | number | null;

/** People see title, facts, table and message in this order; `--json` prints only `data`. */
export interface CommandResult<Data = unknown> {
  title?: string;
  facts?: Readonly<Record<string, Cell>>;
  columns?: readonly string[];
  rows?: readonly (readonly Cell[])[];
  message?: string;
  /** The output with `--json`. The default is the facts, or else the rows, or else the message. */
  data?: Data;
  /** True if the command found something that the owner should act on. The command line then exits with 1. */
  attention?: true;
}

/** An expected error. Its message is one sentence that tells the operator what to do instead. */
export class CommandRefused extends Error {
  override readonly name = "CommandRefused";
}

export function refuseIf(refusal: string | null): void {
  if (refusal !== null) throw new CommandRefused(refusal);
}

export const FILL_THIS_IN = "Please fill this in.";

export function findRefusal(attempts: readonly (() => unknown)[]): string | null {
  let first: string | null = null;
  for (const attempt of attempts)
    try {
      attempt();
      return null;
    } catch (cause) {
      if (!(cause instanceof CommandRefused)) throw cause;
      first ??= cause.message;
    }
  return first;
}

type FieldErrors = Readonly<Record<string, string>>;

/**
 * An error in the input. The command line exits with 2. A form shows each message of `fields` at its field, and the
 * command line puts the name of the field before it, so no message names its own field.
 */
export class UsageError extends CommandRefused {
  /** The error of the whole input. Empty if the errors of the fields are enough. */
  readonly lead: string;
  readonly fields: FieldErrors;

  constructor(lead: string, fields: FieldErrors = {}) {
    super(joinTexts("\n", lead, ...Object.values(fields)));
    this.lead = lead;
    this.fields = fields;
  }
}

export const refuseField = (name: string, message: string): UsageError =>
  new UsageError("", { [name]: message });

/** The table has the planned changes, shown above the question. */
interface QuestionDetails extends Pick<CommandResult, "columns" | "rows"> {
  /** The label of the button that confirms, if it needs a number: "Mark 2 parcels as dispatched". */
  action?: string;
  /** The money that is refunded. The desk adds it to the label of the button. */
  amountPaise?: number;
}

/** Thrown if the operator must confirm first. The command then runs again with the question as `confirmed`. */
export class ConfirmationRequired extends Error {
  override readonly name = "ConfirmationRequired";
  readonly details: QuestionDetails;

  constructor(question: string, details: QuestionDetails = {}) {
    super(question);
    this.details = details;
  }
}

/** Asks for confirmation before anything is done. @throws ConfirmationRequired unless this question is confirmed */
export function requireConfirmation(
  { confirmed }: { confirmed?: Confirmed },
  question: string,
  details?: QuestionDetails,
): void {
  if (confirmed !== true && confirmed !== question) throw new ConfirmationRequired(question, details);
}

/** Asks for confirmation at the end of a transaction, with the exact figures. The error rolls the transaction back. */
export const createConfirmation =
  <Done>(
    confirmed: Confirmed,
    describe: (result: Done) => string,
    toDetails?: (result: Done) => QuestionDetails,
  ) =>
  (result: Done): void =>
    requireConfirmation({ confirmed }, describe(result), toDetails?.(result));

/** Thrown if the desk user must confirm with the passkey. In a transaction, it rolls back what was changed. */
export class PasskeyRequired extends Error {
  override readonly name = "PasskeyRequired";
}

/** Returns the reply for an expected error; null for a bug. */
export function toReply(cause: unknown) {
  if (cause instanceof ConfirmationRequired)
    return { outcome: "confirm" as const, question: cause.message, ...cause.details };
  if (cause instanceof PasskeyRequired) return { outcome: "passkey" as const, message: cause.message };
  if (cause instanceof UsageError) {
    const { lead: message, fields } = cause;
    return { outcome: "usage" as const, message, ...(Object.keys(fields).length > 0 && { fields }) };
  }
  return cause instanceof CommandRefused ? { outcome: "refused" as const, message: cause.message } : null;
}

/** The largest refund in paise without a passkey (T57). */
const REFUND_WITHOUT_PASSKEY = 500_000;

export const PROVE = "Use your passkey to confirm that it is you.";

/** Like `createConfirmation`. Large refunds also require the passkey. @throws ConfirmationRequired, PasskeyRequired */
export const createRefundConfirmation =
  <Done extends { amountPaise: number }>(
    { confirmed, isProved }: Pick<CommandInput, "confirmed" | "isProved">,
    describe: (result: Done) => string,
  ) =>
  (result: Done): void => {
    requireConfirmation({ confirmed }, describe(result), { amountPaise: result.amountPaise });
    if (isProved === false && result.amountPaise > REFUND_WITHOUT_PASSKEY)
      throw new PasskeyRequired(`This refunds ${formatRupeesGrouped(result.amountPaise)}. ${PROVE}`);
  };

/** Returns a hash of a record. A form sends it back, so that the shop detects that the record has changed since. */
export const toRevision = (value: unknown): string =>
  hash("sha256", JSON.stringify(value ?? null), "base64url").slice(0, 12);

interface Job {
  uses?: readonly string[];
  run: Command["run"];
}

/**
 * Divides a command into jobs. An option selects the job of the same name. Without such an option, the job "" runs.
 * The other jobs require the command's `argument`, if it has one. A job refuses all inputs that it does not use.
 */
export function defineJobs<Jobs extends Readonly<Record<string, Job>>>(
  argument: Pick<CommandArgument, "name" | "summary"> | null,
  jobs: Jobs,
) {
  const named = Object.entries<Job>(jobs).filter(([name]) => name !== "");
  const list = jobs[""];
  const choose = (input: CommandInput): Job => {
    const entered = listEntered(input);
    const chosen = named.filter(([name]) => entered.includes(name));
    const candidates: [string, Job][] = chosen.length > 0 || !list ? chosen : [["", list]];
    const [name, job] =
      candidates.find(([name, { uses = [] }]) =>
        entered.every((each) => [name, name && argument?.name, ...uses].includes(each)),
      ) ?? [];
    if (!job) throw new UsageError(`Choose one thing to do: ${named.map(describeJob).join("; ")}.`);
    if (argument && name !== "" && !entered.includes(argument.name))
      throw refuseField(argument.name, `Enter ${argument.summary}.`);
    return job;
  };
  return {
    reads: list ? { unless: named.map(([name]) => name) } : undefined,
    run: (context: Context, input: CommandInput, progress?: ReportProgress) =>
      choose(input).run(context, input, progress) as ReturnType<Jobs[keyof Jobs]["run"]>,
  };
}

const describeJob = ([name, { uses = [] }]: [string, Job]): string =>
  uses.length === 0 ? name : `${name} with ${uses.join(", ")}`;

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

/** The name is for example `orders cancel` or `returns --accept`. @throws Error for an unknown name */
export function getCommand(commands: readonly Command[], name: string): Command {
  const { noun, verb } = parseCommandName(name);
  const command = commands.find((each) => each.noun === noun && each.verb === verb);
  if (!command) throw new Error(`There is no command ${name}.`);
  return command;
}
