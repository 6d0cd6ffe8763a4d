import { and, eq, max } from "drizzle-orm";
import type { Db } from "#platform/database/database.ts";
import { generateUuid } from "#platform/ids.ts";
import type { TypedCommand, OperatorReply } from "../protocol.ts";
import { operatorAudit } from "./tables.ts";

export type Ended = Exclude<OperatorReply, { outcome: "confirm" }>;

/** Stands for the user of the operating system where the owner used a link of a mail. */
export const MAIL_LINK = "link from mail";

/** Records who typed what and how it ended, and why it was refused; what a command shows may be customers' data and is not recorded. */
export async function recordCommand(
  db: Db,
  typed: Pick<TypedCommand, "noun" | "verb" | "args" | "options" | "osUser">,
  { startedAt, endedAt }: { startedAt: Date; endedAt: Date },
  reply: Ended,
): Promise<void> {
  const { args, options, osUser } = typed;
  await db.insert(operatorAudit).values({
    id: generateUuid(startedAt.getTime()),
    osUser,
    command: getCommandName(typed),
    arguments: { ...args, ...options },
    outcome: reply.outcome === "unknown" || reply.outcome === "usage" ? "refused" : reply.outcome,
    words: reply.outcome === "done" ? null : reply.message,
    startedAt,
    endedAt,
  });
}

export const getCommandName = ({ noun, verb }: Pick<TypedCommand, "noun" | "verb">): string =>
  `${noun} ${verb}`.trim();

/** When this command was last done, by anyone; null when it never was. */
export async function findLastDone(db: Db, name: string): Promise<Date | null> {
  const [last] = await db
    .select({ at: max(operatorAudit.endedAt) })
    .from(operatorAudit)
    .where(and(eq(operatorAudit.command, name), eq(operatorAudit.outcome, "done")));
  return last?.at ?? null;
}
