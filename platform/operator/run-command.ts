import path from "node:path";
import * as v from "valibot";
import { SOMETHING_WENT_WRONG } from "#contract/errors.ts";
import {
  type Command,
  type CommandInput,
  CommandRefused,
  type CommandResult,
  type DeclaredValue,
  findWrongValues,
  isReading,
  type OperatorRole,
  PasskeyNeeded,
  PROVE,
  type ReportProgress,
  UsageError,
  type ValueKind,
  ConfirmationNeeded,
} from "#platform/operator/command.ts";
import type { Context } from "#platform/context.ts";
import { describeFullDisk, isDatabaseAway } from "#platform/database/database-errors.ts";
import { runFor } from "#platform/observe/current-work.ts";
import { generateCode } from "#platform/ids.ts";
import { withLongStatements } from "../database/lock-briefly.ts";
import type { OperatorReply, TypedCommand } from "./protocol.ts";
import { DRY_RUN, getCommandName, recordCommand } from "./audit.ts";
import { rehearse } from "./rehearse.ts";
import { defineService } from "../context.ts";

/** A command as it was typed, or as the desk of a signed-in person sent it. */
export type SentCommand = Omit<TypedCommand, "session"> & Pick<CommandInput, "isProved">;

/** Runs what the operator typed and records who typed it and how it ended. */
export async function runCommand(
  context: Context,
  commands: readonly Command[],
  typed: SentCommand,
  progress: ReportProgress,
): Promise<OperatorReply> {
  const declared = commands.find((each) => each.noun === typed.noun && each.verb === typed.verb);
  const command = declared && toRole(declared, typed.role);
  if (!command) return { outcome: "unknown", message: `There is no command '${getCommandName(typed)}'.` };
  const isLimited = typed.role !== undefined && typed.role !== "owner";
  const undeclared = isLimited ? findUndeclared(command, typed) : null;
  if (undeclared !== null)
    return { outcome: "refused", message: `${undeclared} of '${getCommandName(typed)}' is for the owner.` };
  const wrong = findWrongValues(command, typed);
  if (wrong !== null) return toUsageReply(wrong);
  const foreign = findForeignFile(command, typed);
  if (foreign !== null) return { outcome: "refused", message: foreign };
  if (typed.readsOnly && !isReading(command, typed))
    return {
      outcome: "refused",
      message: `'${getCommandName(typed)}' is not a view: it is done by its form.`,
    };
  if (command.asksPasskey && typed.isProved === false && !typed.dryRun)
    return { outcome: "passkey", message: PROVE };
  const startedAt = context.now();
  const runNow = () => run(context, command, typed, progress);
  const reply = await (typed.expected === undefined ? runNow() : context.service(formsService)(runNow));
  if (reply.outcome === "confirm" || reply.outcome === "passkey") return reply;
  // The desk previews while a form is filled in, and reads while a screen is open.
  if (typed.role !== undefined && (typed.dryRun || (isReading(command, typed) && reply.outcome === "done")))
    return reply;
  const recorded = { ...typed, ...toRecorded(command, typed, reply) };
  const strikeGiven = (words: string) =>
    listPersonal(command, typed, reply).reduce((text, value) => text.replaceAll(value, GIVEN), words);
  const recordedReply = "message" in reply ? { ...reply, message: strikeGiven(reply.message) } : reply;
  await recordCommand(context.db, recorded, { startedAt, endedAt: context.now() }, recordedReply).catch(
    (cause: unknown) => {
      // On a full disk the owner must still get the result. A command that changes data has already failed.
      if (!isDatabaseAway(cause)) throw cause;
      context.log.error(
        { err: cause, command: getCommandName(typed) },
        "operator command could not be recorded",
      );
    },
  );
  return reply;
}

/** Forms are compared and executed one after another, so that of two concurrent changes the second is refused. */
const formsService = defineService("forms", () => {
  let last: Promise<unknown> = Promise.resolve();
  return (work: () => Promise<OperatorReply>): Promise<OperatorReply> => {
    const reply = last.then(work);
    last = reply.catch(() => {});
    return reply;
  };
});

/** The command with the input that a desk of this role may use; null if the role may not run it. A terminal may use everything. */
export function toRole(command: Command, role: OperatorRole | undefined): Command | null {
  if (role === undefined || role === "owner") return command;
  if (role === "manager" ? command.onlyOwner === true : command.forPacker === undefined) return null;
  const toValue = role === "manager" ? toManagersValue : toPackersValue;
  const shown = command.onlyOwner === "changes" && role === "manager" ? toReading(command) : command;
  return {
    ...shown,
    args: shown.args.flatMap(toValue),
    options: Object.fromEntries(
      Object.entries(shown.options).flatMap(([name, option]) => toValue(option).map((each) => [name, each])),
    ),
  };
}

/** The command without the arguments and options with which it changes something. */
function toReading(command: Command): Command {
  const keeps = (name: string) =>
    typeof command.reads === "object" ? !command.reads.unless.includes(name) : command.reads === true;
  return {
    ...command,
    reads: true,
    args: command.args.filter(({ name }) => keeps(name)),
    options: Object.fromEntries(Object.entries(command.options).filter(([name]) => keeps(name))),
  };
}

const toManagersValue = <Value extends DeclaredValue>(value: Value): Value[] =>
  value.onlyOwner ? [] : [value];

const toPackersValue = <Value extends DeclaredValue>(value: Value): Value[] => {
  if (value.forPacker === undefined) return [];
  return [value.forPacker === true ? value : { ...value, choices: value.forPacker }];
};

/** Returns an undeclared argument or option in the input; null if there is none. */
function findUndeclared({ args, options }: Command, typed: SentCommand): string | null {
  const argument = Object.keys(typed.args).find((name) => !args.some((arg) => arg.name === name));
  if (argument !== undefined) return `The word "${argument}"`;
  const option = Object.keys(typed.options).find((name) => !Object.hasOwn(options, name));
  return option === undefined ? null : `--${option}`;
}

/**
 * Rejects files outside the desk's folder, because input from a browser must not read or write the machine's files, and
 * an error could reveal their content. Commands typed in a terminal may name any file.
 */
function findForeignFile({ args, options }: Command, typed: SentCommand): string | null {
  if (typed.role === undefined) return null;
  const named = [
    ...args.map((arg) => ({ ...arg, many: false, value: typed.args[arg.name] })),
    ...Object.entries(options).map(([name, option]) => ({
      ...option,
      name: `--${name}`,
      value: typed.options[name],
    })),
  ];
  const foreign = named.find(
    ({ kind = "text", or = [], many, value }) =>
      FILE_KINDS.has(kind) &&
      value !== undefined &&
      (many ? value.split("\n") : [value]).some((one) => !or.includes(one) && !isOfDesk(typed, one)),
  );
  return foreign
    ? `${foreign.name}: a desk names no file or folder of the machine. Choose a file to hand over; what is written can be downloaded at the desk.`
    : null;
}

const FILE_KINDS: ReadonlySet<ValueKind> = new Set(["file", "picture", "new-file", "folder"]);

function isOfDesk({ folder, filesIn }: TypedCommand, named: string): boolean {
  if (filesIn === undefined) return false;
  const own = path.resolve(filesIn);
  const file = path.resolve(folder, named);
  return file === own || file.startsWith(own + path.sep);
}

/** Replaces personal data in the audit log. */
const GIVEN = "(given)";

/** Names the arguments and options that are not recorded: those of a person, and a customer that the command did not find. */
function findPersonal({ args, options }: Command, { outcome }: OperatorReply): ReadonlySet<string> {
  const isPersonal = ({ personal, kind }: DeclaredValue) =>
    personal === true || (kind === "customer" && outcome !== "done");
  return new Set([
    ...args.flatMap((arg) => (isPersonal(arg) ? [arg.name] : [])),
    ...Object.entries(options).flatMap(([name, option]) => (isPersonal(option) ? [name] : [])),
  ]);
}

/** Lists the personal values in the input, longest first. Values shorter than three letters are ignored. */
const listPersonal = (command: Command, { args, options }: TypedCommand, reply: OperatorReply): string[] => {
  const personal = findPersonal(command, reply);
  return Object.entries({ ...args, ...options })
    .flatMap(([name, value]) => (personal.has(name) && value.trim().length >= 3 ? [value] : []))
    .toSorted((one, other) => other.length - one.length);
};

/** The typed command without personal data. */
function toRecorded(
  command: Command,
  typed: SentCommand,
  reply: OperatorReply,
): Pick<TypedCommand, "args" | "options"> {
  const personal = findPersonal(command, reply);
  const strike = (given: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, personal.has(name) ? GIVEN : value]),
    );
  return {
    args: strike(typed.args),
    options: { ...strike(typed.options), ...(typed.dryRun && { [DRY_RUN]: "on" }) },
  };
}

async function run(
  context: Context,
  command: Command,
  typed: SentCommand,
  progress: ReportProgress,
): Promise<OperatorReply> {
  try {
    const stale = await findStale(context, command, typed);
    if (stale !== null) return stale;
    const changes = new Set<number>();
    const work = {
      id: generateCode(10),
      name: `command ${getCommandName(typed)}`,
      operator: typed.name ?? typed.osUser,
      changes,
    };
    const returned = await runFor(work, () =>
      withLongStatements(() =>
        typed.dryRun ? preview(context, command, typed) : command.run(context, typed, progress),
      ),
    );
    const result = withDeclaredData(command, typed, returned);
    const { columns, rows, ...rest } = typed.role === "packer" ? (command.forPacker?.(result) ?? {}) : result;
    return {
      outcome: "done",
      result: {
        ...rest,
        ...(columns && { columns: [...columns] }),
        ...(rows && { rows: rows.map((row) => [...row]) }),
      },
      // Several changes have no single number.
      ...(changes.size === 1 && typed.role !== "packer" && { undo: Math.max(...changes) }),
    };
  } catch (cause) {
    if (cause instanceof ConfirmationNeeded) return { outcome: "confirm", question: cause.message };
    if (cause instanceof PasskeyNeeded) return { outcome: "passkey", message: cause.message };
    if (cause instanceof UsageError) return toUsageReply(cause);
    if (cause instanceof CommandRefused) return { outcome: "refused", message: cause.message };
    context.log.error({ err: cause, command: getCommandName(typed) }, "operator command failed");
    const message =
      describeFullDisk(cause, context.config) ?? `${SOMETHING_WENT_WRONG} The shop's log says what.`;
    return { outcome: "failed", message };
  }
}

const toUsageReply = ({ message, fields }: UsageError): OperatorReply => ({
  outcome: "usage",
  message,
  ...(Object.keys(fields).length > 0 && { fields: { ...fields } }),
});

/** The result with only the declared data. A command that shows or changes declares the data that it shows. */
function withDeclaredData(command: Command, typed: SentCommand, result: CommandResult): CommandResult {
  const isDeclared = command.reads === undefined || isReading(command, typed);
  if (!command.data || !isDeclared || result.data === undefined) return result;
  return { ...result, data: v.parse(command.data, result.data) };
}

/** Says what the command would do. @throws CommandRefused as the command itself, UsageError where it has no preview */
async function preview(context: Context, command: Command, typed: SentCommand): Promise<CommandResult> {
  if (command.preview === undefined)
    throw new UsageError(
      isReading(command, typed)
        ? `'${getCommandName(command)}' changes nothing: it needs no --dry-run.`
        : `'${getCommandName(command)}' cannot say beforehand what it would do.`,
    );
  // Nothing is done: neither the question nor the passkey is needed.
  const input = { ...typed, confirmed: true, isProved: undefined };
  const result =
    command.preview === "rehearse"
      ? await rehearse(context, (rehearsal) => command.run(rehearsal, input))
      : await command.preview(context, input);
  return { ...result, title: [NOTHING_DONE, result.title].filter(Boolean).join("\n\n") };
}

const NOTHING_DONE = "Nothing was changed. Without --dry-run it would say:";
/** Refuses a form that was filled in before another change; returns null if it is current. */
async function findStale(
  context: Context,
  command: Command,
  typed: SentCommand,
): Promise<OperatorReply | null> {
  if (typed.expected === undefined || !command.revision) return null;
  const now = await command.revision(context, typed);
  return now === null || now === typed.expected ? null : { outcome: "stale", message: STALE };
}

const STALE =
  "Somebody has changed this since you opened it. Nothing was done: look at it again, then decide.";
