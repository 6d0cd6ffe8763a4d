import { SOMETHING_WENT_WRONG } from "#contract/errors.ts";
import { type Command, CommandRefused, type TellProgress, YesNeeded } from "#platform/command.ts";
import type { Context } from "#platform/context.ts";
import { withLongStatements } from "#platform/long-work.ts";
import type { OperatorOrder, OperatorReply } from "../protocol.ts";
import { nameOf, writeDown } from "./write-down.ts";

/** Runs what the operator ordered and writes down who ordered it and how it ended. */
export async function runCommand(
  context: Context,
  commands: readonly Command[],
  order: OperatorOrder,
  progress: TellProgress,
): Promise<OperatorReply> {
  const command = commands.find(({ noun, verb }) => noun === order.noun && verb === order.verb);
  if (!command) return { outcome: "unknown", words: `There is no command '${nameOf(order)}'.` };
  const question = order.confirmed ? null : command.confirm?.(order);
  if (question) return { outcome: "confirm", question };
  const startedAt = context.now();
  const reply = await answer(context, command, order, progress);
  if (reply.outcome === "confirm") return reply;
  await writeDown(context.db, order, { startedAt, endedAt: context.now() }, reply);
  return reply;
}

async function answer(
  context: Context,
  command: Command,
  order: OperatorOrder,
  progress: TellProgress,
): Promise<OperatorReply> {
  try {
    const { columns, rows, ...rest } = await withLongStatements(() => command.run(context, order, progress));
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
    if (cause instanceof CommandRefused) return { outcome: "refused", words: cause.message };
    context.log.error({ err: cause, command: nameOf(order) }, "operator command failed");
    return { outcome: "failed", words: `${SOMETHING_WENT_WRONG} The shop's log says what.` };
  }
}
