import * as v from "valibot";
import { changeSubjects, undoList } from "#contract/operator-results.ts";
import { capitalise } from "#contract/text.ts";
import { type ChangeKind, listUndoable, toChangesTable, undoChange } from "#platform/operator/undo.ts";
import {
  type Command,
  type CommandInput,
  CommandRefused,
  defineCommand,
  requireConfirmation,
} from "#platform/operator/command.ts";
import { refuseOthers } from "#platform/operator/command-values.ts";
import { rehearse } from "#platform/operator/rehearse.ts";
import type { OperatorRole } from "#platform/operator/roles.ts";
import type { Context } from "#platform/context.ts";
import { labelText } from "#shop/texts/labels.ts";

const MAX_SHOWN = 50;

export const createUndoCommand = (kinds: readonly ChangeKind<never>[]): Command =>
  defineCommand({
    ...undoList,
    data: v.union([undoList.data, v.object({ numbers: v.array(v.number()), lines: v.array(v.string()) })]),
    reads: { unless: ["number"] },
    summary:
      "Lists the changes that can be undone, newest first. With a number, undoes that change after asking.",
    args: [
      {
        name: "number",
        summary: "the number of the change, or several numbers separated by commas",
        kind: "change",
        optional: true,
      },
    ],
    options: {
      about: { summary: "list only changes of this part of the shop, e.g. home", choices: changeSubjects },
      order: { summary: "list only changes of this order that can still be undone", kind: "order" },
    },
    preview: "rehearse",
    examples: ["undo", "undo --order TRV-7K3M9Q", "undo 17,18"],
    async run(context, input) {
      const { args, options, confirmed, role } = input;
      const filter = ["about", "order"].find((name) => options[name] !== undefined);
      if (filter !== undefined) refuseOthers(input, filter);
      const value = args["number"];
      if (value === undefined) return listChanges(context, kinds, options);
      const numbers = [...new Set(value.split(",").map(Number))].toSorted((first, other) => other - first);
      const name = numbers.length === 1 ? "this change" : `${numbers.length} changes`;
      const undo = (to: Context) => undoChanges(to, kinds, numbers, role);
      if (confirmed !== true) {
        const { lines, refusals } = await rehearse(context, undo);
        const question = [`Undo ${name}?`, ...refusals, indent(lines)].join("\n");
        requireConfirmation({ confirmed }, question);
      }
      const { lines, refusals } = await undo(context);
      const head =
        refusals.length > 0
          ? `${numbers.length - refusals.length} of ${name} were undone. ${refusals.join(" ")}`
          : numbers.length === 1
            ? "Undone:"
            : `${name} were undone.`;
      return { message: `${head}\n${indent(lines)}`, data: { numbers, lines } };
    },
  });

/** Undoes each change that can be undone, and skips the others. @throws CommandRefused if none can be undone */
async function undoChanges(
  context: Context,
  kinds: readonly ChangeKind<never>[],
  numbers: readonly number[],
  role: OperatorRole | undefined,
): Promise<{ lines: string[]; refusals: string[] }> {
  const lines: string[] = [];
  const refusals: string[] = [];
  for (const number of numbers)
    try {
      lines.push(...(await undoChange(context, kinds, number, role)));
    } catch (cause) {
      if (!(cause instanceof CommandRefused)) throw cause;
      refusals.push(cause.message);
    }
  if (refusals.length === numbers.length) throw new CommandRefused(refusals.join("\n"));
  return { lines, refusals };
}

/** The maximum number of lines in the question, and in the result. */
const MAX_LINES = 20;

const indent = (lines: readonly string[]): string =>
  [
    ...lines.slice(0, MAX_LINES),
    ...(lines.length > MAX_LINES ? [`and ${lines.length - MAX_LINES} more`] : []),
  ]
    .map((line) => `  ${capitalise(line)}`)
    .join("\n");

async function listChanges(
  context: Context,
  kinds: readonly ChangeKind<never>[],
  { about, order }: CommandInput["options"],
) {
  const recorded =
    order !== undefined
      ? await listPossible(context, kinds, order)
      : await listUndoable(context, kinds, MAX_SHOWN, about === undefined ? {} : { menus: {} }, about);
  const changes = recorded.map((change) => ({ ...change, summary: nameTexts(change.summary) }));
  return {
    ...toChangesTable(changes),
    message: changes.length === 0 ? "There is nothing to undo." : "To undo a change, enter its number.",
    data: changes,
  };
}

/** Names texts as screens do. Earlier versions stored `the text terms`, or `the text of the e-mail order-paid`. */
const nameTexts = (summary: string): string =>
  summary
    .replaceAll(/(?<=^the text |; the text )of the e-mail /g, "mails/")
    .replaceAll(/(?<=^the text |; the text )[a-z/-]+(?=: )/g, (name) => `“${labelText(name)}”`);

async function listPossible(context: Context, kinds: readonly ChangeKind<never>[], orderId: string) {
  const changes = await listUndoable(context, kinds, MAX_SHOWN, { orderId });
  // The check below undoes each change in a dry run. Dry runs cannot be nested, so skip the check in a dry run.
  if (context.isRehearsal) return changes;
  const possible: typeof changes = [];
  for (const change of changes) {
    const undo = (rehearsal: Context) => undoChange(rehearsal, kinds, change.number);
    const refusal = await rehearse(context, undo).then(
      () => null,
      (cause: unknown) => cause,
    );
    if (refusal === null) possible.push(change);
    else if (!(refusal instanceof CommandRefused)) throw refusal;
  }
  return possible;
}
