import type { Db } from "#platform/database.ts";
import { uuidv7 } from "#platform/ids.ts";
import type { OperatorOrder, OperatorReply } from "../protocol.ts";
import { operatorAudit } from "./tables.ts";

export type Ended = Exclude<OperatorReply, { outcome: "confirm" }>;

/** Writes down who ordered what and how it ended. */
export async function writeDown(
  db: Db,
  order: Pick<OperatorOrder, "noun" | "verb" | "args" | "options" | "osUser">,
  { startedAt, endedAt }: { startedAt: Date; endedAt: Date },
  reply: Ended,
): Promise<void> {
  const { args, options, osUser } = order;
  await db.insert(operatorAudit).values({
    id: uuidv7(startedAt.getTime()),
    osUser,
    command: nameOf(order),
    arguments: { ...args, ...options },
    outcome: reply.outcome === "unknown" ? "refused" : reply.outcome,
    words: reply.outcome === "done" ? (reply.result.words ?? null) : reply.words,
    startedAt,
    endedAt,
  });
}

export const nameOf = ({ noun, verb }: Pick<OperatorOrder, "noun" | "verb">): string =>
  `${noun} ${verb}`.trim();
