import * as v from "valibot";

/** The name of an operator command and the schema of its result. */
export interface CommandData<Schema extends v.GenericSchema = v.GenericSchema> {
  noun: string;
  verb: string;
  data: Schema;
}

/** Declares the result of a command. The schema's input is the value in the shop, its output the JSON for clients. */
export function defineCommandData<Schema extends v.GenericSchema>(
  name: string,
  data: Schema,
): CommandData<Schema> {
  const { noun, verb } = parseCommandName(name);
  return { noun, verb, data };
}

/**
 * Splits the name of a command, which may contain a switch: `orders refund --lost` gives the noun `orders`, the verb
 * `refund` and the options `{ lost: "on" }`. Adds `options` to them.
 */
export function parseCommandName(name: string, options: Readonly<Record<string, string>> = {}) {
  const [, noun = "", verb = "", flag] = /^(\S+)(?: ([a-z]\S*))?(?: --(\S+))?$/.exec(name) ?? [];
  return { noun, verb, options: flag === undefined ? options : { [flag]: "on", ...options } };
}

export type DataOf<Declared extends CommandData> = v.InferOutput<Declared["data"]>;

/** The result of a command before the conversion to JSON. */
export type ReturnedData<Declared extends CommandData> = v.InferInput<Declared["data"]>;

/** An object that keeps undeclared fields, which only `--json` needs. */
export const openObject = <Entries extends v.ObjectEntries>(
  entries: Entries,
): v.ObjectSchema<Entries, undefined> =>
  v.looseObject(entries) as unknown as v.ObjectSchema<Entries, undefined>;

/** A JSON value from the database, with the type that its table declares. It is not checked again. */
export const stored = <Value>() => v.custom<Value>(() => true);

/** A `Date` in the shop, converted to an ISO 8601 text in JSON. */
export const moment = v.pipe(
  v.date(),
  v.transform((date) => date.toISOString()),
);

/**
 * True if a command never changes anything. `unless` lists the arguments and options that make it change something;
 * `alone` means that any argument or option does. Undefined if the command always changes something.
 */
export type Reads = true | "alone" | { readonly unless: readonly string[] } | undefined;

type Entered = Readonly<Record<string, string | undefined>>;

/** Returns the names of all arguments and options with a value. */
export const listEntered = ({ args, options }: { args: Entered; options: Entered }): string[] =>
  Object.entries({ ...args, ...options }).flatMap(([name, value]) => (value === undefined ? [] : [name]));

/** True if the command changes nothing with this input. */
export function isReading(
  { reads }: { reads?: Reads | undefined },
  input: { args: Entered; options: Entered },
): boolean {
  if (reads === undefined || reads === true) return reads === true;
  const names = listEntered(input);
  return reads === "alone" ? names.length === 0 : !reads.unless.some((name) => names.includes(name));
}
