import { and, eq, isNull } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database.ts";
import { endSessionsOf } from "./end-sessions.ts";
import { deleteDevices } from "./known-devices.ts";
import { account } from "./tables.ts";

/**
 * Takes the password, the sessions and the known browsers from an account whose mailbox no one ever proved: the person who
 * registered may be someone else (T9). Does nothing to an account whose mailbox was proved.
 */
export async function dropUnprovenAccess(tx: Tx, context: Context, accountId: string): Promise<void> {
  const [unproven] = await tx
    .update(account)
    .set({ passwordHash: null })
    .where(and(eq(account.id, accountId), isNull(account.emailProvedAt)))
    .returning({ id: account.id });
  if (!unproven) return;
  await endSessionsOf(tx, context, accountId);
  await deleteDevices(tx, accountId);
}
