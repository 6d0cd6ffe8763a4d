import { and, desc, eq, gt, isNull, lt, sql } from "drizzle-orm";
import { formatDateTime } from "#contract/dates.ts";
import { DAY } from "#contract/time.ts";
import type { Context } from "../context.ts";
import type { Db, Tx } from "../database/database.ts";
import { getCurrentWork } from "../observe/current-work.ts";
import { CommandRefused } from "./command.ts";
import { toTable } from "./result-table.ts";
import type { OperatorRole } from "./roles.ts";
import { operatorChange } from "./tables.ts";

export const UNDO_DAYS = 30;

export interface ChangeKind<Things = unknown> {
  name: string;
  forMs: number;
  /**
   * Returns a line of text for each restored record. The line is also part of the confirmation question, so it must be
   * true before and after the undo. @throws CommandRefused if a later change affects the same record, or if it is too
   * late
   */
  undo(context: Context, tx: Tx, changedThings: Things): Promise<string[]>;
  /** True if only an owner may make and undo this change. */
  isOfOwner?(changedThings: Things): boolean;
  isAbout?(changedThings: Things, subject: string): boolean;
  /** Called after the undo is committed, so that pages show the restored data at once. */
  show?(context: Context): Promise<unknown>;
}

/** `Things` is the data that `undo` needs. The feature that calls this function chooses its format. */
export const defineChangeKind = <Things>(kind: ChangeKind<Things>): ChangeKind<Things> => kind;

/** Call this in the transaction that makes the change. */
export async function recordChange<Things>(
  context: Context,
  tx: Tx,
  kind: ChangeKind<Things>,
  { summary, things }: { summary: string; things: Things },
): Promise<void> {
  const change = {
    kind: kind.name,
    summary,
    things,
    osUser: getCurrentWork()?.operator ?? "unknown",
    changedAt: context.now(),
  };
  const next = sql`(select coalesce(max(number), 0) + 1 from operator_change)`;
  // If another transaction inserts the same number first, this insert waits for it and inserts nothing. Then try again.
  for (;;) {
    const inserted = await tx
      .insert(operatorChange)
      .values({ ...change, number: next })
      .onConflictDoNothing({ target: operatorChange.number })
      .returning({ number: operatorChange.number });
    const [row] = inserted;
    if (!row) continue;
    if (!context.isRehearsal) getCurrentWork()?.changes?.add(row.number);
    return;
  }
}

/** Returns the table of changes that can be undone. */
export const toChangesTable = (changes: Awaited<ReturnType<typeof listUndoable>>) =>
  toTable(changes, ["number", "changedAt", "osUser", "summary", "until"], {
    changedAt: "When",
    osUser: "Who",
    summary: "What",
  });

export async function listUndoable(
  { db, now }: Context,
  kinds: readonly ChangeKind<never>[],
  limit: number,
  filter: object = {},
  subject?: string,
) {
  const { number, kind, summary, osUser, changedAt } = operatorChange;
  // The data of an import is large, so it is read only if it is needed.
  const things = subject === undefined ? sql<unknown>`null` : operatorChange.things;
  const rows = await db
    .select({ number, kind, summary, osUser, changedAt, things })
    .from(operatorChange)
    .where(
      and(
        isNull(operatorChange.undoneAt),
        gt(operatorChange.changedAt, new Date(now().getTime() - UNDO_DAYS * DAY)),
        sql`${operatorChange.things} @> ${JSON.stringify(filter)}::jsonb`,
      ),
    )
    .orderBy(desc(operatorChange.number));
  return rows
    .flatMap(({ things, ...row }) => {
      const kind = kinds.find(({ name }) => name === row.kind);
      if (subject !== undefined && !kind?.isAbout?.(things as never, subject)) return [];
      const deadline = new Date(row.changedAt.getTime() + (kind?.forMs ?? 0));
      return deadline > now() ? [{ ...row, until: deadline }] : [];
    })
    .slice(0, limit);
}

export async function undoChange(
  context: Context,
  kinds: readonly ChangeKind<never>[],
  number: number,
  role?: OperatorRole,
): Promise<string[]> {
  const { lines, kind } = await context.transact(async (tx) => {
    const [change] = await tx
      .select()
      .from(operatorChange)
      .where(eq(operatorChange.number, number))
      .for("update");
    if (!change)
      throw new CommandRefused(
        `There is no change with the number ${number}. Check the number in the list of changes.`,
      );
    const { summary, undoneAt, changedAt, things } = change;
    if (undoneAt)
      throw new CommandRefused(
        `Change ${number} (${summary}) was already undone on ${formatDateTime(undoneAt)}.`,
      );
    const kind = kinds.find(({ name }) => name === change.kind);
    const deadline = new Date(changedAt.getTime() + (kind?.forMs ?? 0));
    if (!kind || deadline <= context.now())
      throw new CommandRefused(
        `Change ${number} (${summary}) could only be undone until ${formatDateTime(deadline)}.`,
      );
    if (role === "manager" && kind.isOfOwner?.(things as never))
      throw new CommandRefused(`Only an owner can undo change ${number} (${summary}).`);
    const lines = await kind.undo(context, tx, things as never);
    await tx.update(operatorChange).set({ undoneAt: context.now() }).where(eq(operatorChange.number, number));
    return { lines, kind };
  });
  await kind.show?.(context);
  return lines;
}

export const deleteOldChanges = (db: Db, now: Date): Promise<unknown> =>
  db.delete(operatorChange).where(lt(operatorChange.changedAt, new Date(now.getTime() - UNDO_DAYS * DAY)));
