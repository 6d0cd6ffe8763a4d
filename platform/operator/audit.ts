import { and, desc, eq, isNotNull, max, or, type SQL, sql } from "drizzle-orm";
import type { Reads } from "#contract/command-data.ts";
import type { Db, Tx } from "../database/database.ts";
import { beginsWith, isOnDay } from "../database/statement.ts";
import { generateUuid } from "../ids.ts";
import type { PersonEraser } from "./forget-person.ts";
import type { TypedCommand, OperatorReply } from "./protocol.ts";
import { operatorAudit, operatorChange } from "./tables.ts";

export const DRY_RUN = "dry-run";

/** Adds a command to the audit log, without its output, which may contain customers' data. */
export async function recordCommand(
  db: Db,
  command: Pick<TypedCommand, "noun" | "verb" | "args" | "options" | "osUser" | "name" | "role">,
  { startedAt, endedAt }: { startedAt: Date; endedAt: Date },
  reply: Exclude<OperatorReply, { outcome: "confirm" | "passkey" }>,
): Promise<void> {
  const { args, options, osUser, name = null, role = null } = command;
  const { orderId } = args;
  await db.insert(operatorAudit).values({
    id: generateUuid(startedAt.getTime()),
    osUser,
    command: getCommandName(command),
    // An index contains the order number, and a row of an index cannot be long.
    arguments: { ...args, ...options, ...(orderId && { orderId: orderId.slice(0, 40).toWellFormed() }) },
    outcome: reply.outcome === "done" || reply.outcome === "failed" ? reply.outcome : "refused",
    // Replaces or removes characters that the database cannot store. The message may quote them from a file.
    words: reply.outcome === "done" ? null : reply.message.toWellFormed().replaceAll("\0", ""),
    startedAt,
    endedAt,
    name,
    role,
  });
}

export const getCommandName = ({ noun, verb }: Pick<TypedCommand, "noun" | "verb">): string =>
  `${noun} ${verb}`.trim();

/** Finds when the command last succeeded. With `ofDesk`, only runs at the desk with all these arguments count. */
export async function findLastDone(db: Db, name: string, ofDesk?: readonly string[]): Promise<Date | null> {
  const [last] = await db
    .select({ at: max(operatorAudit.endedAt) })
    .from(operatorAudit)
    .where(
      and(
        eq(operatorAudit.command, name),
        eq(operatorAudit.outcome, "done"),
        sql`not ${operatorAudit.arguments} ? ${DRY_RUN}`,
        ofDesk && isNotNull(operatorAudit.role), // A command line has no role.
        ...(ofDesk ?? []).map((argument) => sql`${operatorAudit.arguments} ? ${argument}`),
      ),
    );
  return last?.at ?? null;
}

export type RecordedCommand = typeof operatorAudit.$inferSelect;

interface CommandReads extends Pick<TypedCommand, "noun" | "verb"> {
  reads?: Reads;
}

interface CommandFilter {
  /** Beginnings of command names, some with an option: `orders refund`, `returns --refund`. */
  begin?: readonly string[] | undefined;
  /** The name of the person who ran the commands. */
  by?: string | undefined;
  day?: string | undefined;
  /** The commands whose read-only runs are left out. */
  without?: readonly CommandReads[];
  orderId?: string | undefined;
}

export const listNewestCommands = (
  db: Db,
  limit: number,
  { begin = [], by, day, without = [], orderId }: CommandFilter = {},
): Promise<RecordedCommand[]> =>
  db
    .select()
    .from(operatorAudit)
    .where(
      and(
        or(...begin.map(beginsWithName)),
        by === undefined ? undefined : sql`coalesce(${operatorAudit.name}, ${operatorAudit.osUser}) = ${by}`,
        isOnDay(operatorAudit.startedAt, day),
        ...without.map(isNotReading),
        orderId === undefined ? undefined : sql`${operatorAudit.arguments} ->> 'orderId' = ${orderId}`,
      ),
    )
    .orderBy(desc(operatorAudit.startedAt), desc(operatorAudit.id))
    .limit(limit);

function beginsWithName(begin: string): SQL | undefined {
  const [name = "", option] = begin.split(" --");
  return and(
    beginsWith(operatorAudit.command, name),
    option === undefined ? undefined : sql`${operatorAudit.arguments} ? ${option}`,
  );
}

function isNotReading({ reads, ...command }: CommandReads): SQL | undefined {
  if (reads === undefined) return undefined;
  const names = typeof reads === "object" ? reads.unless : [];
  return or(
    sql`${operatorAudit.command} <> ${getCommandName(command)}`,
    reads === "alone" ? sql`${operatorAudit.arguments} <> '{}'` : undefined,
    ...names.map((name) => sql`${operatorAudit.arguments} ? ${name}`),
  );
}

export async function forgetInAudit(tx: Tx, { isAbout, clean, sqlPattern }: PersonEraser): Promise<void> {
  const { arguments: typedArguments, words } = operatorAudit;
  const { summary, things } = operatorChange;
  const commands = await tx
    .select({ id: operatorAudit.id, given: typedArguments, words })
    .from(operatorAudit)
    .where(sql`concat(${typedArguments}::text, ' ', ${words}) ~* ${sqlPattern}`);
  for (const { id, ...recorded } of commands) {
    const texts = [...Object.values(recorded.given), recorded.words ?? ""];
    const isAboutThem = texts.some(isAbout);
    await tx
      .update(operatorAudit)
      .set({
        arguments: cleanTexts(recorded.given, (text) => clean(text, isAboutThem)) as Record<string, string>,
        words: recorded.words && clean(recorded.words, isAboutThem),
      })
      .where(eq(operatorAudit.id, id));
  }
  const changes = await tx
    .select({ number: operatorChange.number, summary, things })
    .from(operatorChange)
    .where(sql`concat(${things}::text, ' ', ${summary}) ~* ${sqlPattern}`);
  for (const { number, ...recorded } of changes) {
    // A change with, for example, the same first name may be about another person. Keep its data for `undo`.
    if (!isAbout(`${recorded.summary} ${JSON.stringify(recorded.things)}`)) continue;
    const cleanText = (text: string) => clean(text, true);
    await tx
      .update(operatorChange)
      .set({ summary: cleanText(recorded.summary), things: cleanTexts(recorded.things, cleanText) })
      .where(eq(operatorChange.number, number));
  }
}

function cleanTexts(json: unknown, clean: (text: string) => string): unknown {
  if (typeof json === "string") return clean(json);
  if (Array.isArray(json)) return json.map((each) => cleanTexts(each, clean));
  if (typeof json !== "object" || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, cleanTexts(value, clean)]));
}
