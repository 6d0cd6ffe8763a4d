import * as v from "valibot";
import type { ownSignIn } from "#shop/people/command-results.ts";

/* The messages between the desk's page and the desk's server, which forwards commands to the shop. */

export type {
  DescribedCommand,
  SuggestedValue,
  OperatorEvent,
  OperatorProgress,
} from "#platform/operator/protocol.ts";
export type { OperatorRole } from "#platform/operator/roles.ts";
import type { OperatorEvent, OperatorProgress, OperatorReply } from "#platform/operator/protocol.ts";
import type { OperatorRole } from "#platform/operator/roles.ts";

/**
 * The header with the session's token on localhost. The cookie is not enough there, because browsers send it to every
 * port of this machine. The page sends the token only to the desk.
 */
export const TOKEN_HEADER = "x-desk-token";

/** The header with the seconds since the user's last input. The desk needs it because many requests are automatic. */
export const IDLE_HEADER = "x-desk-idle";

export const signInSchema = v.object({ key: v.pipe(v.string(), v.maxLength(100)) });

/** The sign-in methods. `address`: with a one-time link on the shop's machine. `passkey`: from any machine. */
export type SignInKind = "address" | "passkey";

export interface DeskSession {
  name: string;
  role: OperatorRole;
  entrance: SignInKind;
  /** Identifies this run of the desk's process. If it changes, the desk was restarted and has lost its tasks. */
  start: string;
}

/** The response to a sign-in. With passkeys, the token is empty, because the session cookie is enough. */
export interface SignInResult extends DeskSession {
  token: string;
}

export type OwnSignIn = v.InferOutput<typeof ownSignIn>;

const values = v.optional(v.record(v.string(), v.string()), {});

/** The ids of uploaded files, by the name of the option. For an argument, the name begins with `@`, such as `@list`. */
const files = v.optional(v.record(v.string(), v.array(v.string())), {});

/** The body of a call that runs a command. If the response is lost, the page requests the result of this `task`. */
export const runSchema = v.object({
  task: v.pipe(v.string(), v.regex(/^[0-9a-f-]{36}$/)),
  noun: v.string(),
  verb: v.string(),
  args: values,
  options: values,
  files,
  confirmed: v.optional(v.union([v.boolean(), v.string()]), false),
  dryRun: v.optional(v.union([v.boolean(), v.literal("question")])),
  expected: v.optional(v.string()),
});

/**
 * A read-only command or a dry run. It creates no task. The audit log contains no dry runs, and a read-only command
 * only if it failed or was refused.
 */
export const viewSchema = v.object({
  noun: v.string(),
  verb: v.optional(v.string(), ""),
  args: values,
  options: values,
  files,
  dryRun: v.optional(v.boolean()),
});

export type CommandRun = v.InferInput<typeof runSchema>;
export type View = v.InferInput<typeof viewSchema>;

export type RunReply = OperatorReply & { files?: readonly string[] };

export type RunLine = OperatorProgress | RunReply;

export interface Task {
  task: string;
  command: string;
  /**
   * The arguments and options of the command. Arguments have their real values. Each option has the value `on`, because
   * its real value may be personal data.
   */
  entered: Readonly<Record<string, string>>;
  startedAt: string;
  endedAt: string | null;
  progress: OperatorProgress | null;
  reply: RunReply | null;
}

/**
 * A line of the desk's event stream. `script` is the URL of the newest page script (null during an update). A page with
 * another script is outdated.
 */
export type NewsLine =
  | OperatorEvent
  | { shop: "open" | "away" }
  | { script: string | null }
  | { tasks: "changed" }
  | { session: "over" };

export interface Refusal {
  error: { code: "signed out" | "shop away" | "refused"; message: string; entrance?: SignInKind };
}
