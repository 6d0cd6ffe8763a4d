import type { FastifyInstance } from "fastify";
import type { ChangeKind } from "./operator/undo.ts";
import type { Command, ValueKind } from "./operator/command.ts";
import type { Export } from "./operator/export-csv.ts";
import type { DeskPeople } from "./operator/desk-people.ts";
import type { ValueLists } from "./operator/operator-socket.ts";
import type { Context } from "./context.ts";
import type { Check } from "./checks/check.ts";
import type { Route } from "./http/route.ts";
import type { ScheduledJob } from "./outbox/schedule.ts";
import type { Sockets } from "./http/socket-server.ts";
import type { Subscriber } from "./outbox/subscriber.ts";

interface OpeningShop {
  onProgress(message: string): void;
  /** Deletes cached pages and responses. Must be called after any change that visitors can see. */
  onPublicChange(): void;
}

/** The manifest of a feature. `server/features.ts` composes the shop from these manifests. */
export interface Feature {
  name: string;
  routes?: readonly Route[];
  /** Routes that are not API calls, such as files and the pages of the test payment provider. */
  plugins?: readonly ((app: FastifyInstance, context: Context) => Promise<void>)[];
  subscribers?: readonly Subscriber[];
  commands?: readonly Command[];
  exports?: readonly Export[];
  /** Existing values, such as order numbers, for suggestions on the desk. */
  values?: ValueLists;
  /**
   * Functions that return a record's revision, by the kind of a command's first argument. A command can declare its own
   * function instead.
   */
  revisions?: Readonly<Partial<Record<ValueKind, NonNullable<Command["revision"]>>>>;
  /** Signs in the users of the remote desk. Only one feature provides this. */
  deskPeople?: DeskPeople;
  changes?: readonly ChangeKind<never>[];
  jobs?: readonly ScheduledJob[];
  checks?: readonly Check[];
  /** Prepares the feature before the shop accepts connections. @throws if the shop cannot open without the feature */
  open?(context: Context, shop: OpeningShop): Promise<{ close?(): Promise<void> } | void>;
  listen?(context: Context, shop: { port: number; sockets: Sockets }): void;
}

export function composeFeatures(features: readonly Feature[]) {
  const commands = features.flatMap((feature) => feature.commands ?? []);
  const revisions: NonNullable<Feature["revisions"]> = Object.assign(
    {},
    ...features.map((feature) => feature.revisions),
  );
  // Changes the declared commands and copies none, so that a command and its declaration are the same object.
  for (const command of commands) {
    const revision = revisions[command.args[0]?.kind ?? "text"];
    if (revision) command.revision ??= revision;
  }
  return {
    routes: features.flatMap(({ routes = [] }) => routes),
    plugins: features.flatMap(({ plugins = [] }) => plugins),
    subscribers: features.flatMap(({ subscribers = [] }) => subscribers),
    commands,
    exports: features.flatMap(({ exports = [] }) => exports),
    values: Object.assign({}, ...features.map(({ values }) => values)) as ValueLists,
    deskPeople: features.find(({ deskPeople }) => deskPeople)?.deskPeople,
    changes: features.flatMap(({ changes = [] }) => changes),
    jobs: features.flatMap(({ jobs = [] }) => jobs),
    checks: features.flatMap(({ checks = [] }) => checks),
  };
}
