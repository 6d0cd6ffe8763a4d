import { desc, eq } from "drizzle-orm";
import type { Db } from "#platform/database/database.ts";
import type { ActivityFacts } from "../activity.ts";
import { toEmailKey } from "../credentials.ts";
import { account, accountActivity } from "./tables.ts";

/** The account's record, the latest first. */
export async function listActivity(db: Db, accountId: string, limit?: number): Promise<ActivityFacts[]> {
  const newest = db
    .select()
    .from(accountActivity)
    .where(eq(accountActivity.accountId, accountId))
    .orderBy(desc(accountActivity.at), desc(accountActivity.id));
  const rows = await (limit === undefined ? newest : newest.limit(limit));
  return rows.map(({ id, kind, device, network, times, at }) => ({
    _id: id,
    kind,
    device,
    network,
    times,
    at: at.toISOString(),
  }));
}

/** An entry of the record with whose it is. */
export interface AccountEntry extends Pick<
  typeof accountActivity.$inferSelect,
  "kind" | "device" | "network" | "times" | "at"
> {
  accountId: string;
  email: string;
  firstName: string;
}

const selectEntry = () => ({
  accountId: accountActivity.accountId,
  kind: accountActivity.kind,
  device: accountActivity.device,
  network: accountActivity.network,
  times: accountActivity.times,
  at: accountActivity.at,
  email: account.email,
  firstName: account.firstName,
});

/** One entry by id; null when its account has left. */
export async function findActivity(db: Db, activityId: string): Promise<AccountEntry | null> {
  const [found] = await db
    .select(selectEntry())
    .from(accountActivity)
    .innerJoin(account, eq(account.id, accountActivity.accountId))
    .where(eq(accountActivity.id, activityId));
  return found ?? null;
}

/** What happened to all accounts, or to the one of an e-mail address, the latest first. */
export const listNewestActivity = (
  db: Db,
  { email, limit }: { email?: string | undefined; limit: number },
): Promise<AccountEntry[]> =>
  db
    .select(selectEntry())
    .from(accountActivity)
    .innerJoin(account, eq(account.id, accountActivity.accountId))
    .where(email === undefined ? undefined : eq(account.emailKey, toEmailKey(email)))
    .orderBy(desc(accountActivity.at), desc(accountActivity.id))
    .limit(limit);
