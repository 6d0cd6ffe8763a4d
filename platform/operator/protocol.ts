import * as v from "valibot";

const choices = v.optional(v.array(v.string()));

/** A command as the command line needs to know it: everything but how it is done. */
export const describedCommandSchema = v.object({
  noun: v.string(),
  /** Empty for a command of one word. */
  verb: v.string(),
  summary: v.string(),
  args: v.array(
    v.object({ name: v.string(), summary: v.string(), optional: v.optional(v.literal(true)), choices }),
  ),
  options: v.record(
    v.string(),
    v.object({
      summary: v.string(),
      choices,
      flag: v.optional(v.literal(true)),
      many: v.optional(v.literal(true)),
    }),
  ),
  examples: v.array(v.string()),
});

const values = v.optional(v.record(v.string(), v.string()), {});

/** POST /run: what was typed, by whom, and whether they have said yes. */
export const typedCommandSchema = v.object({
  noun: v.string(),
  verb: v.string(),
  args: values,
  options: values,
  folder: v.string(),
  osUser: v.string(),
  confirmed: v.optional(v.boolean(), false),
});

const cell = v.nullable(v.union([v.string(), v.number()]));

/** The outcome: `unknown` and `usage` were typed wrongly. `confirm` is a question to be answered first: nothing was done yet. */
const replySchema = v.variant("outcome", [
  v.object({
    outcome: v.literal("done"),
    result: v.object({
      title: v.optional(v.string()),
      facts: v.optional(v.record(v.string(), cell)),
      columns: v.optional(v.array(v.string())),
      rows: v.optional(v.array(v.array(cell))),
      message: v.optional(v.string()),
      data: v.optional(v.unknown()),
      attention: v.optional(v.literal(true)),
    }),
  }),
  v.object({ outcome: v.literal("confirm"), question: v.string() }),
  v.object({ outcome: v.picklist(["refused", "unknown", "usage", "failed"]), message: v.string() }),
]);

/** How far a long command has come; without `of` it only says what it is doing. */
const progressSchema = v.object({
  progress: v.string(),
  done: v.optional(v.number()),
  of: v.optional(v.number()),
});

/** The answer to /run is lines of JSON: any number of these, and the reply as the last one. */
export const lineSchema = v.union([progressSchema, replySchema]);

export type DescribedCommand = v.InferOutput<typeof describedCommandSchema>;
export type TypedCommand = v.InferOutput<typeof typedCommandSchema>;
export type OperatorReply = v.InferOutput<typeof replySchema>;
export type OperatorProgress = v.InferOutput<typeof progressSchema>;
