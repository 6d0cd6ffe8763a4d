import * as v from "valibot";
import type { ReturnedData } from "#contract/command-data.ts";
import { undoList } from "#contract/operator-results.ts";
import { formatDateTime } from "#contract/dates.ts";
import { type ChangeKind, listUndoable, undoChange } from "#platform/operator/changes.ts";
import {
  type Command,
  type CommandInput,
  type CommandResult,
  defineCommand,
  requireConfirmation,
} from "#platform/operator/command.ts";
import { refuseOthers } from "#platform/operator/command-values.ts";
import { rehearse } from "#platform/operator/rehearse.ts";
import type { Context } from "#platform/context.ts";

const MAX_SHOWN = 50;

export const createUndoCommand = (kinds: readonly ChangeKind<never>[]): Command =>
  defineCommand({
    ...undoList,
    data: v.union([undoList.data, v.object({ number: v.number(), lines: v.array(v.string()) })]),
    reads: { unless: ["number"] },
    summary:
      "Lists the changes that can be undone, newest first. With a number, undoes that change after asking.",
    args: [{ name: "number", summary: "the number of the change", kind: "change", optional: true }],
    options: {
      about: { summary: "list only changes of this subject", choices: ["home"] },
      order: { summary: "list only changes of this order", kind: "order" },
    },
    preview: "rehearse",
    examples: ["undo", "undo --about home", "undo --order TRV-7K3M9Q", "undo 17", "undo 17 --dry-run"],
    async run(context, input) {
      const { args, options, confirmed, role } = input;
      const filter = ["about", "order"].find((name) => options[name] !== undefined);
      if (filter !== undefined) refuseOthers(input, filter);
      const value = args["number"];
      if (value === undefined) return listChanges(context, kinds, options);
      const number = Number(value);
      if (confirmed !== true) {
        const lines = await rehearse(context, (rehearsal) => undoChange(rehearsal, kinds, number, role));
        requireConfirmation({ confirmed }, `Undo change ${number}?\n${indent(lines)}\nContinue?`);
      }
      const lines = await undoChange(context, kinds, number, role);
      return {
        message: `Change ${number} was undone.\n${indent(lines)}`,
        data: { number, lines: [...lines] },
      };
    },
  });

/** Maximum number of lines in the confirmation question. */
const MAX_LINES = 20;

const indent = (lines: readonly string[]): string =>
  [
    ...lines.slice(0, MAX_LINES),
    ...(lines.length > MAX_LINES ? [`and ${lines.length - MAX_LINES} more`] : []),
  ]
    .map((line) => `  ${line}`)
    .join("\n");

async function listChanges(
  context: Context,
  kinds: readonly ChangeKind<never>[],
  { about, order }: CommandInput["options"],
): Promise<CommandResult<ReturnedData<typeof undoList>>> {
  const changes =
    about === undefined
      ? await listUndoable(context, kinds, MAX_SHOWN, order === undefined ? {} : { orderId: order })
      : await listUndoable(
          context,
          kinds.filter(({ name }) => name === "catalogue"),
          MAX_SHOWN,
          { menus: {} },
        );
  return {
    columns: ["Number", "When", "Who", "What", "Until"],
    rows: changes.map(({ number, changedAt, osUser, summary, until }) => [
      number,
      formatDateTime(changedAt),
      osUser,
      summary,
      formatDateTime(until),
    ]),
    message: changes.length === 0 ? "There is nothing to undo." : "To undo a change, enter its number.",
    data: changes,
  };
}
