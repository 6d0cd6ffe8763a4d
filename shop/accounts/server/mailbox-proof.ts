import { eq } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import type { RequestContext } from "#platform/http/route.ts";
import { deleteAddresses, listAddresses } from "#shop/addresses/server/index.ts";
import { unverifiedDataDeleted } from "../events.ts";
import { recordActivity, type Visitor } from "./activity.ts";
import { deleteDevices, isKnownBrowser } from "./known-devices.ts";
import { endSessionsOf } from "./sessions.ts";
import { account } from "./tables.ts";

// Anybody can register with another person's e-mail address. Therefore the first verification of the address
// deletes the account's earlier data (T9). If the browser that verifies the address has registered or logged in to the
// account before, the data is the owner's. Then only password, sessions and known devices are deleted (D50).

const EMPTY_PROFILE = { firstName: "", lastName: "", phoneNumber: "" };

/** Records that a visitor has verified the e-mail address. Returns true if `deleteUnverifiedData` deleted data. */
export async function recordVerifiedMailbox(
  tx: Tx,
  context: Context,
  accountId: string,
  visitor: RequestContext,
): Promise<boolean> {
  const locked = await lockAccountForUpdate(tx, accountId);
  const isOwn = await isKnownBrowser(tx, accountId, visitor, context.now());
  const isDropped = !isOwn && (await deleteUnverifiedData(tx, context, accountId, visitor));
  if (isOwn && !locked.emailVerifiedAt) await removeAccess(tx, context, accountId);
  await tx.update(account).set({ emailVerifiedAt: context.now() }).where(eq(account.id, accountId));
  return isDropped;
}

/**
 * Deletes the details of an account whose e-mail address was never verified. Subscribers of `unverifiedDataDeleted`
 * delete or anonymise the rest and cancel unpaid orders, except orders by phone. Returns true if data was deleted.
 * Keeps an account that the shop created for a phone order and nobody has used.
 */
export async function deleteUnverifiedData(
  tx: Tx,
  context: Context,
  accountId: string,
  visitor: Visitor,
): Promise<boolean> {
  const { emailVerifiedAt, passwordHash } = await lockAccountForUpdate(tx, accountId);
  if (emailVerifiedAt !== null) return false;
  // Keep an account without password and address. A registration saves an address, so the shop created this account.
  if (passwordHash === null && (await listAddresses(tx, accountId)).length === 0) return false;
  await removeAccess(tx, context, accountId);
  await tx.update(account).set(EMPTY_PROFILE).where(eq(account.id, accountId));
  await deleteAddresses(tx, accountId);
  await recordActivity(tx, context, accountId, "details_dropped", visitor);
  await context.outbox.publish(tx, unverifiedDataDeleted, { accountId, at: context.now().toISOString() });
  return true;
}

async function removeAccess(tx: Tx, context: Context, accountId: string): Promise<void> {
  await tx.update(account).set({ passwordHash: null }).where(eq(account.id, accountId));
  await endSessionsOf(tx, context, accountId);
  await deleteDevices(tx, accountId);
}

/** Waits for transactions that called `lockAccount`, so that the data that they write is deleted too. */
async function lockAccountForUpdate(tx: Tx, accountId: string) {
  const [row] = await tx.select().from(account).where(eq(account.id, accountId)).for("update");
  if (!row) throw new Error("The account was deleted while its e-mail address was being confirmed.");
  return row;
}
