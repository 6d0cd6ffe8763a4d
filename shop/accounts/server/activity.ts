import bowser from "bowser";
import { and, desc, eq, getTableColumns, gt, lte, sql } from "drizzle-orm";
import { DAY, HOUR } from "#contract/time.ts";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { isOnDay } from "#platform/database/statement.ts";
import type { RequestContext } from "#platform/http/route.ts";
import { generateUuid } from "#platform/ids.ts";
import { toRoughAddress } from "#platform/limits/rate-limit.ts";
import { type Activity, ACTIVITY_DAYS, type ActivityFacts } from "../activity.ts";
import { accountActivity, account, hasEmail } from "./tables.ts";

export type Visitor = Pick<RequestContext, "ip" | "header"> | null;

/** An attacker can cause these events thousands of times, so repetitions within an hour only increase a count. */
const REPEATED: readonly Activity[] = ["login_failed", "password_wrong", "reset_asked", "reset_failed"];

/** Adds an entry to the account's activity log, or counts the event in an existing entry. Returns the entry's id. */
export async function recordActivity(
  db: Db | Tx,
  { now }: Pick<Context, "now">,
  accountId: string,
  kind: Activity,
  visitor: Visitor,
): Promise<string> {
  const at = now();
  const { device, network } = describeVisitor(visitor);
  const added = { id: generateUuid(at.getTime()), accountId, kind, device, network, times: 1, at };
  const repeatedId =
    REPEATED.includes(kind) && network !== null ? await countAgain(db, { ...added, network }) : null;
  if (repeatedId !== null) return repeatedId;
  await db.insert(accountActivity).values(added);
  return added.id;
}

export const describeVisitor = (visitor: Visitor): { device: string | null; network: string | null } => ({
  device: visitor && nameDevice(visitor.header("user-agent")),
  network: visitor && toRoughAddress(visitor.ip),
});

async function countAgain(
  db: Db | Tx,
  { accountId, kind, network, at }: typeof accountActivity.$inferInsert & { network: string },
): Promise<string | null> {
  const sameActivity = and(
    eq(accountActivity.accountId, accountId),
    eq(accountActivity.kind, kind),
    eq(accountActivity.network, network),
    gt(accountActivity.at, new Date(at.getTime() - HOUR)),
  );
  const latest = db
    .select({ id: accountActivity.id })
    .from(accountActivity)
    .where(sameActivity)
    .orderBy(desc(accountActivity.at))
    .limit(1);
  const [updated] = await db
    .update(accountActivity)
    .set({ times: sql`${accountActivity.times} + 1`, at })
    .where(eq(accountActivity.id, latest))
    .returning({ id: accountActivity.id });
  return updated?.id ?? null;
}

export async function deleteOldActivity({ db, now }: Context): Promise<void> {
  await db
    .delete(accountActivity)
    .where(lte(accountActivity.at, new Date(now().getTime() - ACTIVITY_DAYS * DAY)));
}

export async function listActivity(db: Db, accountId: string, limit?: number): Promise<ActivityFacts[]> {
  const newest = db
    .select()
    .from(accountActivity)
    .where(eq(accountActivity.accountId, accountId))
    .orderBy(desc(accountActivity.at), desc(accountActivity.id));
  const rows = await (limit === undefined ? newest : newest.limit(limit));
  return rows.map(({ id, accountId: _account, at, ...entry }) => ({
    _id: id,
    ...entry,
    at: at.toISOString(),
  }));
}

export type AccountEntry = Awaited<ReturnType<typeof listNewestActivity>>[number];

const selectEntries = (db: Db) =>
  db
    .select({ ...getTableColumns(accountActivity), email: account.email, firstName: account.firstName })
    .from(accountActivity)
    .innerJoin(account, eq(account.id, accountActivity.accountId));

export async function findActivity(db: Db, activityId: string): Promise<AccountEntry | null> {
  const [row] = await selectEntries(db).where(eq(accountActivity.id, activityId));
  return row ?? null;
}

export const listNewestActivity = (
  db: Db,
  { email, day, limit }: { email?: string | undefined; day?: string | undefined; limit: number },
) =>
  selectEntries(db)
    .where(and(email === undefined ? undefined : hasEmail(email), isOnDay(accountActivity.at, day)))
    .orderBy(desc(accountActivity.at), desc(accountActivity.id))
    .limit(limit);

/** A user agent can contain any text, so names of browsers and systems must have this format. */
const NAME = /^[\w .]{1,40}$/;

/** Returns browser and system: `Chrome on Android`. If one is unknown, returns the other; null if both are unknown. */
export function nameDevice(userAgent: string | undefined): string | null {
  if (!userAgent) return null;
  const { browser, os, platform } = bowser.parse(userAgent.slice(0, 500));
  const program = browser.name?.replace(/ for Android$/, "");
  const system = os.name === "iOS" ? (platform.model ?? "iPhone") : os.name;
  const [knownProgram, on] = [program, system].map((name) => (name && NAME.test(name) ? name : null));
  return knownProgram && on ? `${knownProgram} on ${on}` : (knownProgram ?? on ?? null);
}
