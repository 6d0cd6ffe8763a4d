import { and, desc, eq, gt, lte, sql } from "drizzle-orm";
import { DAY, HOUR } from "#contract/time.ts";
import { toRoughAddress } from "#platform/limits/address-limit.ts";
import type { RequestContext } from "#platform/http/route.ts";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { generateUuid } from "#platform/ids.ts";
import { type Activity, ACTIVITY_DAYS } from "../activity.ts";
import { nameDevice } from "./name-device.ts";
import { accountActivity } from "./tables.ts";

/** Who did it; null for the shop itself. */
export type Visitor = Pick<RequestContext, "ip" | "header"> | null;

/** What a guesser does by the thousand: counted by the hour and network, not listed one by one. */
const REPEATED: readonly Activity[] = ["login_failed", "password_wrong", "reset_asked", "reset_failed"];

/** Adds an entry to the account's record; returns its id. */
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
  const counted =
    REPEATED.includes(kind) && network !== null ? await countAgain(db, { ...added, network }) : null;
  if (counted !== null) return counted;
  await db.insert(accountActivity).values(added);
  return added.id;
}

/** The device and the network of a visitor, as the record names them. */
export const describeVisitor = (visitor: Visitor): { device: string | null; network: string | null } => ({
  device: visitor && nameDevice(visitor.header("user-agent")),
  network: visitor && toRoughAddress(visitor.ip),
});

type Repeated = Pick<typeof accountActivity.$inferSelect, "accountId" | "kind" | "at"> & { network: string };

async function countAgain(db: Db | Tx, { accountId, kind, network, at }: Repeated): Promise<string | null> {
  const same = and(
    eq(accountActivity.accountId, accountId),
    eq(accountActivity.kind, kind),
    eq(accountActivity.network, network),
    gt(accountActivity.at, new Date(at.getTime() - HOUR)),
  );
  const latest = db
    .select({ id: accountActivity.id })
    .from(accountActivity)
    .where(same)
    .orderBy(desc(accountActivity.at))
    .limit(1);
  const [counted] = await db
    .update(accountActivity)
    .set({ times: sql`${accountActivity.times} + 1`, at })
    .where(eq(accountActivity.id, latest))
    .returning({ id: accountActivity.id });
  return counted?.id ?? null;
}

/** Forgets what is older than the record goes back, for the schedule. */
export async function deleteOldActivity({ db, now }: Context): Promise<void> {
  await db
    .delete(accountActivity)
    .where(lte(accountActivity.at, new Date(now().getTime() - ACTIVITY_DAYS * DAY)));
}
