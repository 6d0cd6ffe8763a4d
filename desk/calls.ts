import * as v from "valibot";

/* Messages between the desk's page and its server process, which forwards commands to the shop. */

export type {
  DescribedCommand,
  KnownValue,
  OperatorNews,
  OperatorProgress,
} from "#platform/operator/protocol.ts";
export type { OperatorRole } from "#platform/operator/command.ts";
import type { OperatorNews, OperatorProgress, OperatorReply } from "#platform/operator/protocol.ts";
import type { OperatorRole } from "#platform/operator/command.ts";

/**
 * A header sent with every call in addition to the cookie: cookies are sent to every port of this machine, this only to
 * the desk's.
 */
export const TOKEN_HEADER = "x-desk-token";

/** Seconds since the last user input, so that automatic refreshes do not prolong the session. */
export const IDLE_HEADER = "x-desk-idle";

export const signInSchema = v.object({ key: v.pipe(v.string(), v.maxLength(100)) });

/** The way to sign in: by a link that works once, on the shop's machine, or by a passkey from anywhere. */
export type Entrance = "address" | "passkey";

/** The user of the desk. */
export interface DeskSession {
  name: string;
  role: OperatorRole;
  entrance: Entrance;
  /** Identifies one start of the desk. Tasks of an earlier start are unknown. */
  start: string;
}

/** The response to the key. The token is empty at the remote desk. */
export interface SignedIn extends DeskSession {
  token: string;
}

/** The signed-in person's own passkeys, sessions and notified devices. Times are ISO texts. */
export interface OwnSignIn {
  isProved: boolean;
  passkeys: readonly OwnPasskey[];
  sessions: readonly OwnSession[];
  /** The shop's public key, which a browser needs to be notified. */
  pushKey: string;
  /** The devices that are notified about new paid orders. */
  pushes: readonly OwnPush[];
}

export interface OwnPush {
  id: string;
  device: string;
  createdAt: string;
}

export interface OwnPasskey {
  id: string;
  /** The name that the person gave the device. */
  device: string;
  createdAt: string;
  usedAt: string | null;
}

export interface OwnSession {
  id: string;
  /** The device on which its passkey was made. */
  passkey: string;
  /** The name of the browser. */
  device: string;
  network: string;
  begunAt: string;
  seenAt: string;
  /** True for the current session. */
  isThis?: boolean;
}

const values = v.optional(v.record(v.string(), v.string()), {});

/** A command to run. The page generates the task's id, so that it can query the result if the response is lost. */
export const runSchema = v.object({
  task: v.pipe(v.string(), v.regex(/^[0-9a-f-]{36}$/)),
  noun: v.string(),
  verb: v.string(),
  args: values,
  options: values,
  /** Arguments and options whose values are files that were uploaded before: their ids. */
  files: v.optional(v.record(v.string(), v.array(v.string())), {}),
  confirmed: v.optional(v.boolean(), false),
  dryRun: v.optional(v.boolean()),
  expected: v.optional(v.string()),
});

/** A command that only reads. It is not a task and is not recorded. */
export const viewSchema = v.object({
  noun: v.string(),
  verb: v.optional(v.string(), ""),
  args: values,
  options: values,
});

export type Run = v.InferInput<typeof runSchema>;
export type View = v.InferInput<typeof viewSchema>;

/** The reply of the shop, and the files that it wrote for the desk. */
export type RunReply = OperatorReply & { files?: readonly string[] };

/** Lines of the response to `run`: progress, and finally the reply. */
export type RunLine = OperatorProgress | RunReply;

/** A running or finished task of this desk. */
export interface Task {
  task: string;
  /** `orders dispatch TRV-7K3M9Q`. */
  line: string;
  startedAt: string;
  endedAt: string | null;
  progress: OperatorProgress | null;
  reply: RunReply | null;
}

/** Lines of the response to `news`. */
export type NewsLine = OperatorNews | { shop: "open" | "away" } | { tasks: "changed" } | { session: "over" };

/** The reason of a refused call, in a sentence for the owner. */
export interface Refusal {
  error: { code: "signed out" | "shop away" | "refused"; message: string; entrance?: Entrance };
}
