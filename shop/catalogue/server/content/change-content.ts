import { capitalise } from "#contract/text.ts";
import * as v from "valibot";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import {
  CommandRefused,
  type CommandResult,
  type FieldErrors,
  toRevision,
  UsageError,
} from "#platform/operator/command.ts";
import { checkWritten, type FileError, getEntryName } from "#platform/storage/owner-file.ts";
import type { SellerInFile } from "#shop/seller/server/index.ts";
import { changeByHand } from "../catalogue-changes.ts";
import { compareContent, listContentChanges } from "../content-changes.ts";
import type { HomeContentFiles } from "../owner-folder/home-content-files.ts";
import { getSnapshot, refreshSnapshot } from "../snapshot/snapshot.ts";

export type TypedValues = Readonly<Record<string, string | undefined>>;

export async function readContent(context: Context): Promise<HomeContentFiles> {
  await refreshSnapshot(context);
  return getSnapshot(context).files;
}

export function requireSeller({ seller }: HomeContentFiles): SellerInFile {
  if (seller) return seller;
  throw new CommandRefused("The shop has no seller details yet. Import a catalogue folder first.");
}

export async function changeContent(
  context: Context,
  change: (content: HomeContentFiles, tx: Tx) => HomeContentFiles | Promise<HomeContentFiles>,
): Promise<CommandResult<never>> {
  const lines = await changeByHand(context, async (tx, { homeContent: previousContent }) => {
    const homeContent = await change(previousContent, tx);
    const compared = compareContent(previousContent, homeContent);
    return { answer: compared ? listContentChanges(compared) : [], homeContent };
  });
  return {
    message:
      lines.length === 0
        ? "Nothing changed: the values were the same already."
        : lines.map(toSentence).join("\n"),
  };
}

export const toSentence = (line: string): string => `${capitalise(line)}.`;

/** Returns the current values, replaced by the entered ones. An empty text or `none` removes a value. */
export function mergeValues(current: TypedValues, input: TypedValues): TypedValues {
  const entered = Object.entries(input).filter(([, value]) => value !== undefined);
  if (entered.length === 0)
    throw new UsageError("Nothing was changed, because no new value was entered. Enter at least one.");
  return Object.fromEntries(
    Object.entries({ ...current, ...Object.fromEntries(entered) }).map(([name, value]) => [
      name,
      value === undefined || value.trim() === "" || value === NONE ? undefined : value.trim(),
    ]),
  );
}

export const NONE = "none";

export const toLines = (value: string | undefined): string[] | undefined =>
  value
    ?.split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** The command option for each field of a file, for example `pin` for `address.zipCode`. */
type OptionNames = Readonly<Record<string, string>>;

export function parsePart<S extends v.GenericSchema>(
  schema: S,
  input: unknown,
  options: OptionNames,
): v.InferOutput<S> {
  const errors: FileError[] = [];
  const content = checkWritten("", schema, toWritten(input), errors);
  refuseFaults(errors, options);
  return content;
}

/** Validates one entry as an import does. An error in another entry does not prevent the change. @throws UsageError */
export function parseEntry<Entry extends object>(
  schema: v.GenericSchema<unknown, readonly Entry[]>,
  entries: readonly Entry[],
  at: number,
  options: OptionNames,
): readonly Entry[] {
  const errors: FileError[] = [];
  checkWritten("", schema, toWritten(entries), errors);
  refuseFaults(
    errors.filter(({ where }) => where === getEntryName(entries, at)),
    options,
  );
  return entries.toSpliced(at, 1, ...v.parse(schema, toWritten([entries[at]])));
}

/** Removes undefined fields, which JSON cannot contain. */
export const toWritten = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

export function refuseFaults(errors: readonly FileError[], options: OptionNames): void {
  if (errors.length === 0) return;
  const faults = errors.map(({ field, message }) => ({ option: findOption(field, options), message }));
  const fields: FieldErrors = Object.fromEntries(
    faults.flatMap(({ option, message }) => (option === undefined ? [] : [[option, message]])),
  );
  throw new UsageError(
    faults
      .map(({ option, message }) => (option === undefined ? message : `--${option} ${message}`))
      .join("\n"),
    fields,
  );
}

/** Returns the option of a field or of its parent: `socialLinks` for `socialLinks.0.url`. */
function findOption(field: string, options: OptionNames): string | undefined {
  const keys = field.split(".");
  for (let length = keys.length; length > 0; length--) {
    const option = options[keys.slice(0, length).join(".")];
    if (option !== undefined) return option;
  }
  return undefined;
}

export function showValues<More extends object>(
  values: TypedValues,
  extra: More,
): CommandResult<{ values: Record<string, string>; revision: string } & More> {
  return {
    facts: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, value?.replaceAll("\n", ", ") || "none"]),
    ),
    data: { values: toWritten(values) as Record<string, string>, revision: toRevision(values), ...extra },
  };
}
