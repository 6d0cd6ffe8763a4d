import * as v from "valibot";
import { type Command, operatorRoles, type ValueKind } from "./command.ts";

const value = {
  summary: v.string(),
  choices: v.optional(v.array(v.string())),
  kind: v.optional(v.custom<ValueKind>((kind) => typeof kind === "string")),
  or: v.optional(v.array(v.string())),
};

/** The description of a command that the command line receives. */
export const describedCommandSchema = v.object({
  noun: v.string(),
  /** The second word of the command; empty if the command has only one word. */
  verb: v.string(),
  summary: v.string(),
  args: v.array(v.object({ ...value, name: v.string(), optional: v.optional(v.literal(true)) })),
  options: v.record(
    v.string(),
    v.object({
      ...value,
      flag: v.optional(v.literal(true)),
      many: v.optional(v.literal(true)),
      required: v.optional(v.literal(true)),
    }),
  ),
  /** True if the command changes nothing. */
  reads: v.optional(v.literal(true)),
  /** True if the command supports `--dry-run`. */
  hasPreview: v.optional(v.literal(true)),
  examples: v.array(v.string()),
});

const values = v.optional(v.record(v.string(), v.string()), {});

/** The maximum number of characters of a desk user's name. */
export const MAX_NAME_LENGTH = 60;

/** The body of POST /run: the typed command, who sent it, and whether they have confirmed it. */
export const typedCommandSchema = v.object({
  noun: v.string(),
  verb: v.string(),
  args: values,
  options: values,
  folder: v.string(),
  osUser: v.string(),
  confirmed: v.optional(v.boolean(), false),
  dryRun: v.optional(v.boolean()),
  /** True if the command was sent by a read-only screen of a desk. The shop refuses it if it would change something. */
  readsOnly: v.optional(v.boolean()),
  /** The name and role with which the desk was opened. */
  name: v.optional(v.pipe(v.string(), v.maxLength(MAX_NAME_LENGTH))),
  role: v.optional(v.picklist(operatorRoles)),
  /**
   * The session of the remote desk's user. If it is set, the shop takes name and role from the session and ignores
   * those in the request.
   */
  session: v.optional(v.pipe(v.string(), v.maxLength(100))),
  /**
   * The folder with the uploads and output files of a desk. If it is set, the command cannot use files outside this
   * folder.
   */
  filesIn: v.optional(v.string()),
  /**
   * The revision of the record when the form was opened. The shop refuses the command if the record has changed since
   * then.
   */
  expected: v.optional(v.string()),
});

/**
 * A line of GET /news: a JSON object with a change in the shop. The response also has empty lines, which show that the
 * shop is still running.
 */
export const operatorNewsSchema = v.object({
  news: v.picklist(["order placed", "order paid", "order changed", "asked to cancel", "message received"]),
  orderId: v.optional(v.string()),
});

const cell = v.nullable(v.union([v.string(), v.number()]));

/**
 * The reply to a command, by outcome. `unknown` and `usage` mean invalid input. `stale` means that somebody has changed
 * the record since the form was opened. `confirm` asks the person to confirm the command, and `passkey` asks the person
 * to use the passkey again. In both cases, nothing has been changed yet.
 */
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
    /** The number of the change that the command made, for the command `undo`. */
    undo: v.optional(v.number()),
  }),
  v.object({ outcome: v.literal("confirm"), question: v.string() }),
  v.object({ outcome: v.literal("passkey"), message: v.string() }),
  v.object({
    outcome: v.picklist(["refused", "unknown", "usage", "failed", "stale"]),
    message: v.string(),
    /** The errors of arguments and options, for the fields of a form. */
    fields: v.optional(v.record(v.string(), v.string())),
  }),
]);

/** The progress of a long command. Without `of`, the total is unknown. */
const progressSchema = v.object({
  progress: v.string(),
  done: v.optional(v.number()),
  of: v.optional(v.number()),
});

/** A line of the response to POST /run. The last line is the reply. */
export const lineSchema = v.union([progressSchema, replySchema]);

/**
 * The response to GET /values?kind=order&begin=TRV. It contains values of this kind that begin with this text, for
 * completion and lists of choices.
 */
export const knownValuesSchema = v.array(v.object({ value: v.string(), summary: v.string() }));

export type SuggestedValue = v.InferOutput<typeof knownValuesSchema>[number];
export type DescribedCommand = v.InferOutput<typeof describedCommandSchema>;
export type TypedCommand = v.InferOutput<typeof typedCommandSchema>;
export type OperatorReply = v.InferOutput<typeof replySchema>;
export type OperatorEvent = v.InferOutput<typeof operatorNewsSchema>;
export type OperatorProgress = v.InferOutput<typeof progressSchema>;

/** Returns the description of a command for the command line. */
export const describeCommand = ({
  noun,
  verb,
  summary,
  args,
  options,
  examples,
  reads,
  preview,
}: Command): DescribedCommand => ({
  noun,
  verb,
  summary,
  args: args.map(describeValue),
  options: Object.fromEntries(Object.entries(options).map(([name, option]) => [name, describeValue(option)])),
  examples: [...examples],
  ...(reads === true && { reads }),
  ...(preview !== undefined && { hasPreview: true as const }),
});

const describeValue = <
  Value extends {
    choices?: readonly string[];
    or?: readonly string[];
    forPacker?: unknown;
    onlyOwner?: unknown;
  },
>({
  choices,
  or,
  forPacker: _forPacker,
  onlyOwner: _onlyOwner,
  ...value
}: Value) => ({ ...value, ...(choices && { choices: [...choices] }), ...(or && { or: [...or] }) });
