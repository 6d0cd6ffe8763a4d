import * as v from "valibot";

/** A command by name, with the schema of the data that it shows. The shop, the command line and the desk share it. */
export interface CommandData<Schema extends v.GenericSchema = v.GenericSchema> {
  noun: string;
  verb: string;
  data: Schema;
}

/** Declares the data of a command: its input is what the shop returns, its output what `--json` and the desk get. */
export const defineCommandData = <Schema extends v.GenericSchema>(
  noun: string,
  verb: string,
  data: Schema,
): CommandData<Schema> => ({ noun, verb, data });

/** The data of a command, as `--json` prints it and the desk gets it. */
export type DataOf<Declared extends CommandData> = v.InferOutput<Declared["data"]>;

/** The data of a command, as the shop returns it. */
export type ReturnedData<Declared extends CommandData> = v.InferInput<Declared["data"]>;

/** A moment: a Date in the shop, an ISO text outside. */
export const moment = v.pipe(
  v.date(),
  v.transform((date) => date.toISOString()),
);
