import { and, desc, eq, max, sql } from "drizzle-orm";
import type { Db, Tx } from "../database/database.ts";
import { beginsWith } from "../database/statement.ts";
import { generateUuid } from "../ids.ts";
import type { TypedCommand, OperatorReply } from "./protocol.ts";
import { operatorAudit } from "./tables.ts";

export type Ended = Exclude<OperatorReply, { outcome: "confirm" }>;

/** Stands for the user of the operating system where the owner used a link of a mail. */
export const MAIL_LINK = "link from mail";

/** Said in the record of a command that was only asked what it would do. */
export const DRY_RUN = "dry-run";

/** Records who typed what and how it ended, and why it was refused; what a command shows may be customers' data and is not recorded. */
export async function recordCommand(
  db: Db,
  typed: Pick<TypedCommand, "noun" | "verb" | "args" | "options" | "osUser" | "name" | "role">,
  { startedAt, endedAt }: { startedAt: Date; endedAt: Date },
  reply: Ended,
): Promise<void> {
  const { args, options, osUser, name = null, role = null } = typed;
  await db.insert(operatorAudit).values({
    id: generateUuid(startedAt.getTime()),
    osUser,
    command: getCommandName(typed),
    arguments: { ...args, ...options },
    outcome: reply.outcome === "done" || reply.outcome === "failed" ? reply.outcome : "refused",
    words: reply.outcome === "done" ? null : reply.message,
    startedAt,
    endedAt,
    name,
    role,
  });
}

export const getCommandName = ({ noun, verb }: Pick<TypedCommand, "noun" | "verb">): string =>
  `${noun} ${verb}`.trim();

/** Finds when this command was last done, by anyone; null when it never was. */
export async function findLastDone(db: Db, name: string): Promise<Date | null> {
  const [last] = await db
    .select({ at: max(operatorAudit.endedAt) })
    .from(operatorAudit)
    .where(
      and(
        eq(operatorAudit.command, name),
        eq(operatorAudit.outcome, "done"),
        sql`not ${operatorAudit.arguments} ? ${DRY_RUN}`,
      ),
    );
  return last?.at ?? null;
}

/** A command as it is on record. */
export type RecordedCommand = typeof operatorAudit.$inferSelect;

/** The newest `most` commands of operators, or of those whose name begins with these words. */
export const listNewestCommands = (db: Db, most: number, begin = ""): Promise<RecordedCommand[]> =>
  db
    .select()
    .from(operatorAudit)
    .where(begin === "" ? undefined : beginsWith(operatorAudit.command, begin))
    .orderBy(desc(operatorAudit.startedAt), desc(operatorAudit.id))
    .limit(most);

/** Takes someone's e-mail address out of the record of commands, in the caller's transaction: what was done stays. */
export async function forgetInAudit(tx: Tx, email: string): Promise<void> {
  // Of JSON's own signs an address has none; each other sign of it stands for itself.
  const itself = email.replaceAll(/[^a-z0-9@]/gi, String.raw`\$&`);
  const without = (text: unknown) => sql`regexp_replace(${text}::text, ${itself}, 'deleted', 'gi')`;
  const { arguments: given, words } = operatorAudit;
  await tx
    .update(operatorAudit)
    .set({ arguments: sql`${without(given)}::jsonb`, words: without(words) })
    .where(sql`strpos(lower(concat(${given}::text, ' ', ${words})), ${email.toLowerCase()}) > 0`);
}
