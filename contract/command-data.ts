import * as v from "valibot";

export interface CommandData<Schema extends v.GenericSchema = v.GenericSchema> {
  noun: string;
  verb: string;
  data: Schema;
}

/** Declares the result of a command. The schema converts the result to the JSON that clients receive. */
export function defineCommandData<Schema extends v.GenericSchema>(
  name: string,
  data: Schema,
): CommandData<Schema> {
  const { noun, verb } = parseCommandName(name);
  return { noun, verb, data };
}

/** Declares a result that is an object with these fields. */
export const defineCommandObject = <Entries extends v.ObjectEntries>(name: string, fields: Entries) =>
  defineCommandData(name, v.object(fields));

/** Declares a result that is a list of objects with these fields. */
export const defineCommandList = <Entries extends v.ObjectEntries>(name: string, fields: Entries) =>
  defineCommandData(name, v.array(v.object(fields)));

/** Splits `orders refund --lost` into noun `orders`, verb `refund` and options `{ lost: "on", ...options }`. */
export function parseCommandName(name: string, options: Readonly<Record<string, string>> = {}) {
  const [, noun = "", verb = "", flag] = /^(\S+)(?: ([a-z]\S*))?(?: --(\S+))?$/.exec(name) ?? [];
  return { noun, verb, options: flag === undefined ? options : { [flag]: "on", ...options } };
}

export type DataOf<Declared extends CommandData> = v.InferOutput<Declared["data"]>;

/** The result that a command returns, before the schema converts it to JSON. */
export type ReturnedData<Declared extends CommandData> = v.InferInput<Declared["data"]>;

/** An object schema that keeps undeclared fields in the JSON output but omits them from the TypeScript type. */
export const openObject = <Entries extends v.ObjectEntries>(
  entries: Entries,
): v.ObjectSchema<Entries, undefined> =>
  v.looseObject(entries) as unknown as v.ObjectSchema<Entries, undefined>;

/** A JSON value from the database. It has the type of its column and is not validated again. */
export const stored = <Value>() => v.custom<Value>(() => true);

/** A `Date` in the command's result, which becomes an ISO 8601 text in JSON. */
export const moment = v.pipe(
  v.date(),
  v.transform((date) => date.toISOString()),
);

/**
 * The condition under which a command only reads data. `true`: always. `undefined`: never. `alone`: if no argument or
 * option has a value. `unless`: if none of the listed arguments and options has a value.
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
