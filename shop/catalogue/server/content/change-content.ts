import { labelFault } from "#contract/field-labels.ts";
import { isDeepStrictEqual } from "node:util";
import { isReading } from "#contract/command-data.ts";
import { isObject, omitAbsent, readText } from "#contract/read.ts";
import { capitalise } from "#contract/text.ts";
import * as v from "valibot";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import {
  type Command,
  type CommandInput,
  CommandRefused,
  type CommandResult,
  defineCommand,
  toRevision,
  UsageError,
} from "#platform/operator/command.ts";
import { checkWritten, type FileError, getEntryName } from "#platform/storage/owner-file.ts";
import type { SellerInFile } from "#shop/seller/server/index.ts";
import { changeByHand, listContentLines } from "../catalogue-changes.ts";
import { compareContent, toStored } from "../content-changes.ts";
import type { HomeContentFiles } from "../owner-folder/home-content-files.ts";
import { getSnapshot, refreshSnapshot } from "../snapshot/snapshot.ts";

export type TypedValues = Readonly<Record<string, string | undefined>>;

export async function readContent(context: Context): Promise<HomeContentFiles> {
  await refreshSnapshot(context);
  return getSnapshot(context).files;
}

interface ContentCommand<Schema extends v.GenericSchema> extends Omit<
  Command,
  "data" | "reads" | "preview" | "revision" | "run"
> {
  data?: Schema;
  /** Returns the content that the command changes. If it has changed since a form was opened, the form is outdated. */
  part(content: HomeContentFiles, input: CommandInput): unknown;
  show(context: Context, content: HomeContentFiles): Shown<Schema> | Promise<Shown<Schema>>;
  change(context: Context, input: CommandInput): Promise<Shown<Schema>>;
}

type Shown<Schema extends v.GenericSchema> = CommandResult<v.InferInput<Schema>>;

/** Defines a command that shows a part of the content, or changes it if an argument or option has a value. */
export function defineContentCommand<Schema extends v.GenericSchema = v.GenericSchema>({
  part,
  show,
  change,
  ...declaration
}: ContentCommand<Schema>): Command {
  const command: Command = defineCommand<Schema>({
    ...declaration,
    reads: "alone",
    preview: "rehearse",
    revision: async (context, input) => toRevision(part(await readContent(context), input)),
    run: async (context, input) =>
      isReading(command, input) ? show(context, await readContent(context)) : change(context, input),
  });
  return command;
}

export function requireSeller({ seller }: HomeContentFiles): SellerInFile {
  if (seller) return seller;
  throw new CommandRefused("The shop has no seller details yet. Import a catalogue folder first.");
}

export async function changeContent(
  context: Context,
  change: (content: HomeContentFiles, tx: Tx) => HomeContentFiles | Promise<HomeContentFiles>,
) {
  const lines = await changeByHand(context, async (tx, { homeContent: previousContent }) => {
    const homeContent = await change(previousContent, tx);
    const compared = compareContent(previousContent, homeContent);
    return { answer: listContentLines(context, compared), homeContent };
  });
  return {
    message:
      lines.length === 0
        ? "Nothing changed: the values were the same already."
        : lines.map(toSentence).join("\n"),
  };
}

export const toSentence = (line: string): string => `${capitalise(line)}.`;

/** Returns the current values with the entered changes. An empty text or `none` removes a value. */
export const mergeValues = (current: TypedValues, input: TypedValues): TypedValues =>
  Object.fromEntries(
    Object.entries({ ...current, ...omitAbsent(input) }).map(([name, value = ""]) => {
      const text = value.trim();
      return [name, text === "" || text === NONE ? undefined : text];
    }),
  );

export const NONE = "none";

/** Removes the fields that the owner has cleared with `none`. */
export const withoutEmpty = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== NONE));

export const toLines = (value: string | undefined): string[] | undefined =>
  value
    ?.split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** Converts an entered position, from 1, to an index, from 0. @throws UsageError */
export function findPlace(list: readonly unknown[], place: string | undefined, of: string): number {
  const at = Number(place) - 1;
  if (at in list) return at;
  const problem = place === undefined ? `Choose the ${of}.` : `There is no ${of} ${place}.`;
  throw new UsageError(`${problem} Enter a number from 1 to ${list.length}.`);
}

/** Moves the entry at `at` to the entered position `to`. Without `to`, returns the same list. @throws UsageError */
export const moveEntry = <Entry>(
  list: readonly Entry[],
  at: number,
  to: string | undefined,
  of: string,
): readonly Entry[] =>
  to === undefined
    ? list
    : list.toSpliced(at, 1).toSpliced(findPlace(list, to, of), 0, ...list.slice(at, at + 1));

/** The command option for each field of a file, for example `pin` for `address.zipCode`. */
type OptionNames = Readonly<Record<string, string>>;

/**
 * Validates a changed part. An invalid value that `previous` already has does not prevent a change of other values.
 * @throws UsageError
 */
export function parsePart<S extends v.GenericSchema>(
  schema: S,
  input: unknown,
  options: OptionNames,
  previous?: unknown,
): v.InferOutput<S> {
  const written = toStored(input);
  const errors: FileError[] = [];
  const content = checkWritten("", schema, written, errors);
  if (content !== null) return content;
  const previousErrors: FileError[] = [];
  if (previous !== undefined) checkWritten("", schema, toStored(previous), previousErrors);
  const isOld = ({ field, message }: FileError) =>
    previousErrors.some((each) => each.field === field && each.message === message) &&
    isDeepStrictEqual(getField(written, field), getField(toStored(previous), field));
  refuseFaults(
    errors.filter((error) => !isOld(error)),
    options,
  );
  const result = v.safeParse(schema, written);
  return result.typed ? result.output : written;
}

const getField = (value: unknown, field: string): unknown =>
  field.split(".").reduce((now, key) => (isObject(now) ? now[key] : undefined), value);

/** Returns the texts of a part, by the names of their options. */
export const getFields = (part: unknown, options: OptionNames): TypedValues =>
  Object.fromEntries(
    Object.entries(options).map(([field, option]) => [option, readText(getField(part, field)) || undefined]),
  );

/** Sets the fields of a part to the values of their options. A field is undefined if its option has no value. */
export const withFields = (part: object, options: OptionNames, values: TypedValues): object =>
  Object.entries(options).reduce(
    (now, [field, option]) => withField(now, field.split("."), values[option]),
    part,
  );

const withField = (part: object, [key = "", ...rest]: readonly string[], value: unknown): object => ({
  ...part,
  [key]: rest.length === 0 ? value : withField(getField(part, key) ?? {}, rest, value),
});

/** Validates one entry as an import does. An error in another entry does not prevent the change. @throws UsageError */
export function parseEntry<Entry extends object>(
  schema: v.GenericSchema<unknown, readonly Entry[]>,
  entries: readonly Entry[],
  at: number,
  options: OptionNames,
): readonly Entry[] {
  const errors: FileError[] = [];
  checkWritten("", schema, toStored(entries), errors);
  refuseFaults(
    errors.filter(({ where }) => where === getEntryName(entries, at)),
    options,
  );
  return entries.toSpliced(at, 1, ...v.parse(schema, toStored([entries[at]])));
}

export function refuseFaults(errors: readonly FileError[], options: OptionNames): void {
  if (errors.length === 0) return;
  const fields: Record<string, string> = {};
  const others: string[] = [];
  for (const { field, message } of errors) {
    const option = findOption(field, options);
    if (option === undefined) others.push(field === "" ? message : labelFault(field, message));
    else fields[option] = message;
  }
  throw new UsageError(others.join("\n"), fields);
}

/** Returns the command option for a field, or else for its parent: `socialLinks.0.url` belongs to `socialLinks`. */
function findOption(field: string, options: OptionNames): string | undefined {
  const keys = field.split(".").filter((key) => !/^\d+$/.test(key));
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
    data: { values: toStored(values) as Record<string, string>, revision: toRevision(values), ...extra },
  };
}
