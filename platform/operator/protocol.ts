import * as v from "valibot";
import { describeRefusal, toLabel } from "#contract/field-labels.ts";
import type { Command, ValueKind } from "./command.ts";
import { operatorRoles } from "./roles.ts";

const texts = v.pipe(v.array(v.string()), v.readonly());

const value = {
  summary: v.string(),
  choices: v.optional(texts),
  kind: v.optional(v.custom<ValueKind>((kind) => typeof kind === "string")),
  or: v.optional(texts),
};

export const describedCommandSchema = v.object({
  noun: v.string(),
  verb: v.string(),
  summary: v.string(),
  args: v.array(
    v.object({
      ...value,
      name: v.string(),
      optional: v.optional(v.literal(true)),
      many: v.optional(v.literal(true)),
    }),
  ),
  options: v.record(
    v.string(),
    v.object({
      ...value,
      flag: v.optional(v.literal(true)),
      many: v.optional(v.literal(true)),
      required: v.optional(v.literal(true)),
    }),
  ),
  reads: v.optional(v.union([v.literal(true), v.literal("alone"), v.object({ unless: texts })])),
  hasPreview: v.optional(v.literal(true)),
  examples: texts,
});

const values = v.optional(v.record(v.string(), v.string()), {});

export const MAX_NAME_LENGTH = 60;

/** The body of POST /run. */
export const typedCommandSchema = v.object({
  noun: v.string(),
  verb: v.string(),
  args: values,
  options: values,
  folder: v.string(),
  osUser: v.string(),
  confirmed: v.optional(v.union([v.boolean(), v.string()]), false),
  /** True for a preview; `question` for a preview of the question that the command asks. */
  dryRun: v.optional(v.union([v.boolean(), v.literal("question")])),
  /** True if a read-only screen of a desk sends the command. The shop refuses it if it would change something. */
  readsOnly: v.optional(v.boolean()),
  name: v.optional(v.pipe(v.string(), v.maxLength(MAX_NAME_LENGTH))),
  role: v.optional(v.picklist(operatorRoles)),
  /** The session of the remote desk's user. If set, name and role are taken from it. */
  session: v.optional(v.pipe(v.string(), v.maxLength(100))),
  /** The folder with the uploads and output files of a desk. The command cannot use files outside it. */
  filesIn: v.optional(v.string()),
  /** The revision of the record when the form was opened. If it has changed since, the command is refused. */
  expected: v.optional(v.string()),
});

/** A line of GET /news. Empty lines show that the shop is still running. */
export const operatorNewsSchema = v.object({
  news: v.picklist(["order placed", "order paid", "order changed", "asked to cancel", "message received"]),
  orderId: v.optional(v.string()),
});

const cell = v.nullable(v.union([v.string(), v.number()]));

const table = {
  columns: v.optional(texts),
  rows: v.optional(v.pipe(v.array(v.pipe(v.array(cell), v.readonly())), v.readonly())),
};

/**
 * The shop's response to a command. `stale`: the record has changed since the form was opened. `passkey`: the user must
 * confirm with the passkey.
 */
const replySchema = v.variant("outcome", [
  v.object({
    outcome: v.literal("done"),
    result: v.object({
      title: v.optional(v.string()),
      facts: v.optional(v.record(v.string(), cell)),
      ...table,
      message: v.optional(v.string()),
      data: v.optional(v.unknown()),
      attention: v.optional(v.literal(true)),
    }),
    /** The numbers of the command's changes that can be undone. */
    undo: v.optional(v.array(v.number())),
  }),
  v.object({
    outcome: v.literal("confirm"),
    question: v.string(),
    action: v.optional(v.string()),
    amountPaise: v.optional(v.number()),
    ...table,
  }),
  v.object({ outcome: v.literal("passkey"), message: v.string() }),
  v.object({
    outcome: v.picklist(["refused", "unknown", "usage", "failed", "stale"]),
    /** Empty if the errors of the fields are enough. */
    message: v.string(),
    fields: v.optional(v.record(v.string(), v.string())),
  }),
]);

/** The progress of a command: `done` of `of` items. If `of` is missing, the total is unknown. */
const progressSchema = v.object({
  progress: v.string(),
  done: v.optional(v.number()),
  of: v.optional(v.number()),
});

/** A line of the response to POST /run. The last line is the reply. */
export const lineSchema = v.union([progressSchema, replySchema]);

/** The response to GET /values?kind=order&begin=TRV. An HSN code has its GST rate in percent. */
export const knownValuesSchema = v.array(
  v.object({ value: v.string(), summary: v.string(), gstRate: v.optional(v.number()) }),
);

export type SuggestedValue = v.InferOutput<typeof knownValuesSchema>[number];
export type DescribedCommand = v.InferOutput<typeof describedCommandSchema>;
export type TypedCommand = v.InferOutput<typeof typedCommandSchema>;
export type OperatorReply = v.InferOutput<typeof replySchema>;
export type OperatorEvent = v.InferOutput<typeof operatorNewsSchema>;
export type OperatorProgress = v.InferOutput<typeof progressSchema>;

/** Adds the errors of fields to the message. A screen may not show these fields, and the record has only the message. */
export const labelFields = <Reply extends OperatorReply>(reply: Reply, noun: string): Reply =>
  "fields" in reply ? { ...reply, message: describeRefusal(reply, (name) => toLabel(name, noun)) } : reply;

export const describeCommand = (command: Command): DescribedCommand =>
  v.parse(describedCommandSchema, { ...command, hasPreview: command.preview !== undefined || undefined });
