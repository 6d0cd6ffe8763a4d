import * as v from "valibot";
import { type Command, operatorRoles, type ValueKind } from "./command.ts";

const value = {
  summary: v.string(),
  choices: v.optional(v.array(v.string())),
  kind: v.optional(v.custom<ValueKind>((kind) => typeof kind === "string")),
  or: v.optional(v.array(v.string())),
};

/** The description of a command for the command line. */
export const describedCommandSchema = v.object({
  noun: v.string(),
  /** Empty for a command of one word. */
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
  /** It shows something and changes nothing. */
  reads: v.optional(v.literal(true)),
  /** It can say beforehand what it would do: `--dry-run`. */
  hasPreview: v.optional(v.literal(true)),
  examples: v.array(v.string()),
});

const values = v.optional(v.record(v.string(), v.string()), {});

/** The most signs of the name that a desk is opened under. */
export const LONGEST_NAME = 60;

/** POST /run: what was typed, by whom, and whether they have said yes. */
export const typedCommandSchema = v.object({
  noun: v.string(),
  verb: v.string(),
  args: values,
  options: values,
  folder: v.string(),
  osUser: v.string(),
  confirmed: v.optional(v.boolean(), false),
  /** True for a dry run. */
  dryRun: v.optional(v.boolean()),
  /** Said by a view of a desk: a command that changes something is not run. */
  readsOnly: v.optional(v.boolean()),
  /** Said by a desk: the name and the role it was opened with. */
  name: v.optional(v.pipe(v.string(), v.maxLength(LONGEST_NAME))),
  role: v.optional(v.picklist(operatorRoles)),
  /**
   * Set by the remote desk: the session of the person. The shop reads name and role from it and ignores those of the
   * request.
   */
  session: v.optional(v.pipe(v.string(), v.maxLength(100))),
  /**
   * Set by a desk: the folder of its uploads and of its output files. Its commands cannot name files outside this
   * folder.
   */
  filesIn: v.optional(v.string()),
  /** The revision when the form was opened. The command is refused if the thing has changed since. */
  expected: v.optional(v.string()),
});

/** GET /news: what has changed, a line of JSON at a time; an empty line now and then says that the shop is there. */
export const operatorNewsSchema = v.object({
  news: v.picklist(["order placed", "order paid", "order changed", "asked to cancel", "message received"]),
  orderId: v.optional(v.string()),
});

const cell = v.nullable(v.union([v.string(), v.number()]));

/**
 * The outcome: `unknown` and `usage` are input errors; `stale` is refused because the thing has changed since;
 * `confirm` is a question to be answered and `passkey` a request to use the passkey again, before anything is done.
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
    /** The number of the change that the command made. `undo` takes this number. */
    undo: v.optional(v.number()),
  }),
  v.object({ outcome: v.literal("confirm"), question: v.string() }),
  v.object({ outcome: v.literal("passkey"), message: v.string() }),
  v.object({
    outcome: v.picklist(["refused", "unknown", "usage", "failed", "stale"]),
    message: v.string(),
    /** The error of each argument or option, for the fields of a form. */
    fields: v.optional(v.record(v.string(), v.string())),
  }),
]);

/** The progress of a long command. Without `of`, it is only a description. */
const progressSchema = v.object({
  progress: v.string(),
  done: v.optional(v.number()),
  of: v.optional(v.number()),
});

/** A line of the response to /run: JSON lines, any number with progress, then one reply. */
export const lineSchema = v.union([progressSchema, replySchema]);

/** GET /values?kind=order&begin=TRV: what the shop has of a kind, for completion and lists to choose from. */
export const knownValuesSchema = v.array(v.object({ value: v.string(), summary: v.string() }));

export type KnownValue = v.InferOutput<typeof knownValuesSchema>[number];
export type DescribedCommand = v.InferOutput<typeof describedCommandSchema>;
export type TypedCommand = v.InferOutput<typeof typedCommandSchema>;
export type OperatorReply = v.InferOutput<typeof replySchema>;
export type OperatorNews = v.InferOutput<typeof operatorNewsSchema>;
export type OperatorProgress = v.InferOutput<typeof progressSchema>;

/** A command as the command line needs to know it. */
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
