import path from "node:path";
import * as v from "valibot";
import { isReading } from "#contract/command-data.ts";
import { SOMETHING_WENT_WRONG } from "#contract/errors.ts";
import { pagePreview } from "#contract/operator-results.ts";
import {
  type Command,
  type CommandInput,
  type CommandResult,
  type DeclaredValue,
  PROVE,
  type ReportProgress,
  toReply,
  UsageError,
  type ValueKind,
} from "./command.ts";
import { findWrongValues } from "./command-values.ts";
import { type Context, defineService } from "../context.ts";
import { describeFullDisk, isDatabaseAway } from "../database/database-errors.ts";
import { runFor } from "../observe/current-work.ts";
import { generateCode } from "../ids.ts";
import { StorageFailure } from "../storage/object-storage.ts";
import { stopOnAbort, transact } from "../database/database.ts";
import { withLongStatements } from "../database/lock-briefly.ts";
import { createWorkQueue } from "../limits/work-queue.ts";
import { labelFields, type OperatorReply, type TypedCommand } from "./protocol.ts";
import { DRY_RUN, getCommandName, recordCommand } from "./audit.ts";
import { rehearse } from "./rehearse.ts";
import { toRole } from "./roles.ts";

/** A command with its sender. `signal` aborts when the screen that sent a read-only command is closed. */
export type SentCommand = Omit<TypedCommand, "session"> &
  Pick<CommandInput, "isProved"> & { signal?: AbortSignal };

/** Runs a command, and records who ran it and how it ended. @throws `signal.reason` if the signal aborts */
export async function runCommand(
  context: Context,
  commands: readonly Command[],
  input: SentCommand,
  progress: ReportProgress,
): Promise<OperatorReply> {
  const declared = commands.find((each) => each.noun === input.noun && each.verb === input.verb);
  const command = declared && toRole(declared, input.role);
  if (!command) return { outcome: "unknown", message: `There is no command '${getCommandName(input)}'.` };
  const undeclared = findUndeclared(command, input);
  if (undeclared !== undefined)
    return findUndeclared(declared, input) === undefined
      ? { outcome: "refused", message: "", fields: { [undeclared]: "Only the owner can use this." } }
      : {
          outcome: "unknown",
          message: "",
          fields: { [undeclared]: "This does not exist. Reload the page." },
        };
  const wrong = findWrongValues(command, input);
  if (wrong !== null) return wrong;
  const foreign = findForeignFile(command, input);
  if (foreign !== undefined)
    return { outcome: "refused", message: "", fields: { [foreign]: UPLOAD_INSTEAD } };
  if (input.readsOnly && !input.dryRun && !isReading(command, input))
    return {
      outcome: "refused",
      message: "This changes something, so it can only be run from its form.",
    };
  const asksPasskey = command.asksPasskey === "changes" ? !isReading(command, input) : command.asksPasskey;
  if (asksPasskey && input.isProved === false && !input.dryRun) return { outcome: "passkey", message: PROVE };
  const startedAt = context.now();
  const runNow = () => run(context, command, input, progress);
  const reply = await (input.expected === undefined ? runNow() : context.service(formsService).run(runNow));
  if (reply.outcome === "confirm" || reply.outcome === "passkey") return reply;
  // Do not record the desk's previews and its successful read-only commands, because the desk runs them for every form
  // and screen. It also runs the command `preview` while the user types.
  const isPreview = input.dryRun || command.noun === pagePreview.noun;
  if (input.role !== undefined && (isPreview || (isReading(command, input) && reply.outcome === "done")))
    return reply;
  const personal = findPersonal(command, reply);
  const { args, options } = toRecorded(input, personal);
  const placed =
    reply.outcome === "done" && !input.dryRun ? command.getPlacedOrder?.(reply.result.data) : undefined;
  const recorded = { ...input, args: { ...args, ...(placed !== undefined && { orderId: placed }) }, options };
  const strikeGiven = (recordedText: string) =>
    listPersonalValues(input, personal).reduce((text, value) => text.replaceAll(value, GIVEN), recordedText);
  const labelled = labelFields(reply, input.noun);
  const recordedReply =
    "message" in labelled ? { ...labelled, message: strikeGiven(labelled.message) } : labelled;
  await recordCommand(context.db, recorded, { startedAt, endedAt: context.now() }, recordedReply).catch(
    (cause: unknown) => {
      // On a full disk, nothing can be recorded, but the owner must still receive the result.
      if (!isDatabaseAway(cause)) throw cause;
      context.log.error(
        { err: cause, command: getCommandName(input) },
        "operator command could not be recorded",
      );
    },
  );
  return reply;
}

/** Runs commands from forms one by one. If two forms change the same record, the second is refused as outdated. */
const formsService = defineService("forms", () => createWorkQueue({ atOnce: 1 }));

const findUndeclared = ({ args, options }: Command, command: SentCommand): string | undefined =>
  Object.keys(command.args).find((name) => !args.some((arg) => arg.name === name)) ??
  Object.keys(command.options).find((name) => !Object.hasOwn(options, name));

/** Returns the name of an input with a file that a desk cannot use. */
const findForeignFile = (of: Command, command: SentCommand): string | undefined =>
  command.role === undefined
    ? undefined
    : listNamedFiles(of, command).find(({ names, or = [] }) =>
        names.some((file) => !or.includes(file) && !isOfDesk(command, file)),
      )?.name;

const UPLOAD_INSTEAD =
  "The desk cannot use files or folders of the shop's machine. Upload a file from your device instead. You can download files that a command creates.";

const listNamedFiles = ({ args, options }: Command, entered: SentCommand) =>
  [
    ...args.map((arg) => ({ ...arg, many: false, value: entered.args[arg.name] })),
    ...Object.entries(options).map(([name, option]) => ({
      ...option,
      name,
      value: entered.options[name],
    })),
  ].flatMap(({ kind = "text", many, value, ...rest }) =>
    FILE_KINDS.has(kind) && value !== undefined
      ? [{ ...rest, names: many ? value.split("\n") : [value] }]
      : [],
  );

const FILE_KINDS: ReadonlySet<ValueKind> = new Set(["file", "picture", "video", "new-file", "folder"]);

const isOfDesk = ({ folder, filesIn }: TypedCommand, fileName: string): boolean =>
  filesIn !== undefined && isInside(path.resolve(filesIn), path.resolve(folder, fileName));

const isInside = (folder: string, file: string): boolean =>
  file === folder || file.startsWith(folder + path.sep);

const GIVEN = "(given)";

/**
 * Returns the names of inputs whose values must not be recorded. If the command fails, these include inputs of the
 * kind `customer`, because the text may be a name instead of an e-mail address.
 */
function findPersonal({ args, options }: Command, { outcome }: OperatorReply): ReadonlySet<string> {
  const isPersonal = ({ personal, kind }: DeclaredValue) =>
    personal === true || (kind === "customer" && outcome !== "done");
  return new Set([
    ...args.flatMap((arg) => (isPersonal(arg) ? [arg.name] : [])),
    ...Object.entries(options).flatMap(([name, option]) => (isPersonal(option) ? [name] : [])),
  ]);
}

/**
 * Lists the personal values of a command, longest first, because a value may contain a shorter one. Omits values of one
 * or two letters, which also occur in other words.
 */
const listPersonalValues = ({ args, options }: TypedCommand, personal: ReadonlySet<string>): string[] =>
  Object.entries({ ...args, ...options })
    .flatMap(([name, value]) => (personal.has(name) && value.trim().length >= 3 ? [value] : []))
    .toSorted((first, other) => other.length - first.length);

function toRecorded(
  input: SentCommand,
  personal: ReadonlySet<string>,
): Pick<TypedCommand, "args" | "options"> {
  const strike = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, personal.has(name) ? GIVEN : value]),
    );
  return {
    args: strike(input.args),
    options: { ...strike(input.options), ...(input.dryRun && { [DRY_RUN]: "on" }) },
  };
}

async function run(
  context: Context,
  command: Command,
  input: SentCommand,
  progress: ReportProgress,
): Promise<OperatorReply> {
  try {
    const stale = await findStale(context, command, input);
    if (stale !== null) return stale;
    const changes = new Set<number>();
    const currentWork = {
      id: generateCode(10),
      name: `command ${getCommandName(input)}`,
      operator: input.name ?? input.osUser,
      changes,
    };
    const until = input.signal ? toAbortable(context, input.signal) : context;
    const returned = await runFor(currentWork, () =>
      withLongStatements(() =>
        input.dryRun ? preview(until, command, input) : command.run(until, input, progress),
      ),
    );
    const result = withDeclaredData(command, input, returned);
    return {
      outcome: "done",
      result: input.role === "packer" ? (command.forPacker?.(result) ?? {}) : result,
      ...(changes.size > 0 && input.role !== "packer" && { undo: [...changes] }),
    };
  } catch (cause) {
    input.signal?.throwIfAborted();
    const expected = toReply(cause);
    if (expected !== null) return expected;
    if (cause instanceof StorageFailure) return { outcome: "refused", message: cause.message };
    const unusable = describeUnusableFile(cause, command, input);
    if (unusable !== null) return { outcome: "refused", message: unusable };
    context.log.error({ err: cause, command: getCommandName(input) }, "operator command failed");
    const message =
      describeFullDisk(cause, context.config) ??
      `${SOMETHING_WENT_WRONG} See the log of the shop for details.`;
    return { outcome: "failed", message };
  }
}

function describeUnusableFile(cause: unknown, command: Command, input: SentCommand): string | null {
  const { code = "", path: file = "" } = (cause ?? {}) as NodeJS.ErrnoException;
  const reason = FILE_REASONS[code];
  const isNamed = listNamedFiles(command, input).some(({ names }) =>
    names.some((name) => isInside(path.resolve(input.folder, name), file)),
  );
  return reason !== undefined && isNamed ? `${file} cannot be used: ${reason}.` : null;
}

const FILE_REASONS: Readonly<Record<string, string>> = {
  EACCES: "the shop has no permission",
  EISDIR: "it is a folder",
  ENAMETOOLONG: "its name is too long",
  ENOENT: "it does not exist",
  ENOTDIR: "a part of its path is not a folder",
  EPERM: "the shop has no permission",
  EROFS: "its disk is read-only",
};

function toAbortable(context: Context, signal: AbortSignal): Context {
  const db = stopOnAbort(context.db, signal);
  return { ...context, db, transact: (callback) => transact(db, callback) };
}

function withDeclaredData(command: Command, input: SentCommand, result: CommandResult): CommandResult {
  const isDeclared = command.reads === undefined || isReading(command, input);
  if (!command.data || !isDeclared || result.data === undefined) return result;
  return { ...result, data: v.parse(command.data, result.data) };
}

/** @throws CommandRefused, UsageError if the command has no preview, ConfirmationRequired if `dryRun` is `question` */
async function preview(context: Context, command: Command, sent: SentCommand): Promise<CommandResult> {
  if (command.preview === undefined)
    throw new UsageError(
      isReading(command, sent)
        ? "This changes nothing, so it needs no preview."
        : "This command has no preview.",
    );
  // A preview changes nothing, so it needs no confirmation and no passkey. With `question`, the preview is the question
  // that the command asks.
  const input = { ...sent, confirmed: sent.dryRun !== "question", isProved: undefined };
  const result =
    command.preview === "rehearse"
      ? await rehearse(context, (rehearsal) => command.run(rehearsal, input))
      : await command.preview(context, input);
  return { ...result, title: [NOTHING_DONE, result.title].filter(Boolean).join("\n\n") };
}

const NOTHING_DONE = "Preview: nothing was changed. The result would be:";

async function findStale(
  context: Context,
  command: Command,
  input: SentCommand,
): Promise<OperatorReply | null> {
  if (input.expected === undefined || !command.revision) return null;
  const now = await command.revision(context, input);
  if (now === null || now === input.expected) return null;
  return {
    outcome: "stale",
    message:
      "Somebody else changed this after you opened it. Nothing was done. Check what has changed, then try again.",
  };
}
