import * as v from "valibot";

/** The name of an operator command and the schema of its result. */
export interface CommandData<Schema extends v.GenericSchema = v.GenericSchema> {
  noun: string;
  verb: string;
  data: Schema;
}

/** Declares the result of a command. The schema's input is the value in the shop, its output the JSON for clients. */
export const defineCommandData = <Schema extends v.GenericSchema>(
  noun: string,
  verb: string,
  data: Schema,
): CommandData<Schema> => ({ noun, verb, data });

/** The result of a command as JSON, for `--json` and the desk. */
export type DataOf<Declared extends CommandData> = v.InferOutput<Declared["data"]>;

/** The result of a command before the conversion to JSON. */
export type ReturnedData<Declared extends CommandData> = v.InferInput<Declared["data"]>;

/** An object of which `--json` prints all fields, also those that are not declared because only `--json` needs them. */
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
