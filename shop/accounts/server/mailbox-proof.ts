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

// Anyone can register with another person's e-mail address. Therefore the first verification of a mailbox deletes the
// earlier content of the account (T9). The content stays if the verification happens in a browser that registered or
// logged in to this account before, because then the same person did both (D50).

const EMPTY_PROFILE = { firstName: "", lastName: "", phoneNumber: "" };

/**
 * Records that a visitor has verified the mailbox of an account. The first verification removes the password, the
 * sessions and the known browsers. If the visitor's browser was not known, the other content is deleted too. Returns
 * true if the other content was deleted.
 */
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
 * Deletes the content of an account whose mailbox was never verified, except paid orders. Does nothing if the mailbox
 * is verified, or if the shop created the account for a phone order and nobody has used it. Returns true if the content
 * was deleted.
 */
export async function deleteUnverifiedData(
  tx: Tx,
  context: Context,
  accountId: string,
  visitor: Visitor,
): Promise<boolean> {
  const { emailVerifiedAt, passwordHash } = await lockAccountForUpdate(tx, accountId);
  if (emailVerifiedAt !== null) return false;
  // Every registration saves an address. So an account with neither a password nor an address was created by the shop.
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

/** Locks the account after waiting for `lockAccount` callers, so that the data they write is deleted too. */
async function lockAccountForUpdate(tx: Tx, accountId: string) {
  const [row] = await tx.select().from(account).where(eq(account.id, accountId)).for("update");
  if (!row) throw new Error("The account was deleted while its e-mail address was being confirmed.");
  return row;
}
