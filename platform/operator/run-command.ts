import { SOMETHING_WENT_WRONG } from "#contract/errors.ts";
import {
  checkValues,
  type Command,
  CommandRefused,
  type CommandResult,
  type ReportProgress,
  UsageError,
  YesNeeded,
} from "#platform/operator/command.ts";
import type { Context } from "#platform/context.ts";
import { isDatabaseAway } from "#platform/database/database-errors.ts";
import { runFor } from "#platform/observe/current-work.ts";
import { generateCode } from "#platform/ids.ts";
import { withLongStatements } from "../database/lock-briefly.ts";
import type { TypedCommand, OperatorReply, OperatorRole } from "./protocol.ts";
import { DRY_RUN, getCommandName, recordCommand } from "./audit.ts";
import { rehearse } from "./rehearse.ts";

/** Runs what the operator typed and records who typed it and how it ended. */
export async function runCommand(
  context: Context,
  commands: readonly Command[],
  typed: TypedCommand,
  progress: ReportProgress,
): Promise<OperatorReply> {
  const command = commands.find(
    (each) => each.noun === typed.noun && each.verb === typed.verb && isAllowed(each, typed.role),
  );
  if (!command) return { outcome: "unknown", message: `There is no command '${getCommandName(typed)}'.` };
  const wrong = findWrongValue(command, typed);
  if (wrong !== null) return { outcome: "usage", message: wrong };
  const question = typed.confirmed || typed.dryRun ? null : command.confirm?.(typed);
  if (question) return { outcome: "confirm", question };
  const startedAt = context.now();
  const reply = await run(context, command, typed, progress);
  if (reply.outcome === "confirm") return reply;
  if (command.reads && typed.role !== undefined && reply.outcome === "done") return reply;
  const recorded = { ...typed, options: toRecorded(command, typed) };
  await recordCommand(context.db, recorded, { startedAt, endedAt: context.now() }, reply).catch(
    (cause: unknown) => {
      // On a full disk the owner must still hear what the command said; one that changes something has failed by itself.
      if (!isDatabaseAway(cause)) throw cause;
      context.log.error(
        { err: cause, command: getCommandName(typed) },
        "operator command could not be recorded",
      );
    },
  );
  return reply;
}

/** Whether a desk of this role may have it done; whoever types may have everything done. */
export const isAllowed = ({ forPacker }: Command, role: OperatorRole | undefined): boolean =>
  role !== "packer" || forPacker !== undefined;

function findWrongValue(command: Command, typed: TypedCommand): string | null {
  try {
    checkValues(command, typed);
    return null;
  } catch (cause) {
    if (cause instanceof UsageError) return cause.message;
    throw cause;
  }
}

const toRecorded = ({ options }: Command, { options: given, dryRun }: TypedCommand) => ({
  ...Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, options[name]?.personal ? "(given)" : value]),
  ),
  ...(dryRun && { [DRY_RUN]: "on" }),
});

async function run(
  context: Context,
  command: Command,
  typed: TypedCommand,
  progress: ReportProgress,
): Promise<OperatorReply> {
  try {
    const stale = await findStale(context, command, typed);
    if (stale !== null) return stale;
    const work = {
      id: generateCode(10),
      name: `command ${getCommandName(typed)}`,
      operator: typed.name ?? typed.osUser,
    };
    const result = await runFor(work, () =>
      withLongStatements(() =>
        typed.dryRun ? preview(context, command, typed) : command.run(context, typed, progress),
      ),
    );
    const { columns, rows, ...rest } = typed.role === "packer" ? (command.forPacker?.(result) ?? {}) : result;
    return {
      outcome: "done",
      result: {
        ...rest,
        ...(columns && { columns: [...columns] }),
        ...(rows && { rows: rows.map((row) => [...row]) }),
      },
    };
  } catch (cause) {
    if (cause instanceof YesNeeded) return { outcome: "confirm", question: cause.message };
    if (cause instanceof UsageError) return { outcome: "usage", message: cause.message };
    if (cause instanceof CommandRefused) return { outcome: "refused", message: cause.message };
    context.log.error({ err: cause, command: getCommandName(typed) }, "operator command failed");
    return { outcome: "failed", message: `${SOMETHING_WENT_WRONG} The shop's log says what.` };
  }
}

/** Says what the command would do. @throws CommandRefused as the command itself, UsageError where it has no preview */
async function preview(context: Context, command: Command, typed: TypedCommand): Promise<CommandResult> {
  if (command.preview === undefined)
    throw new UsageError(
      command.reads
        ? `'${getCommandName(command)}' changes nothing: it needs no --dry-run.`
        : `'${getCommandName(command)}' cannot say beforehand what it would do.`,
    );
  const input = { ...typed, confirmed: true };
  const result =
    command.preview === "rehearse"
      ? await rehearse(context, (rehearsal) => command.run(rehearsal, input))
      : await command.preview(context, input);
  return { ...result, title: [NOTHING_DONE, result.title].filter(Boolean).join("\n\n") };
}

const NOTHING_DONE = "Nothing was changed. Without --dry-run it would say:";
/** Refuses what was filled in before somebody else changed the same; null when nothing stands against it. */
async function findStale(
  context: Context,
  command: Command,
  typed: TypedCommand,
): Promise<OperatorReply | null> {
  if (typed.expected === undefined || !command.revision) return null;
  const now = await command.revision(context, typed);
  return now === null || now === typed.expected ? null : { outcome: "stale", message: STALE };
}

const STALE =
  "Somebody has changed this since you opened it. Nothing was done: look at it again, then decide.";
