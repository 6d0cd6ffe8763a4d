import { eq } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { endSessionsOf } from "./end-sessions.ts";
import { account } from "./tables.ts";

/** Deletes an account with its sessions, codes and identities, in the caller's transaction. */
export async function removeAccount(tx: Tx, context: Context, accountId: string): Promise<void> {
  await endSessionsOf(tx, context, accountId);
  await tx.delete(account).where(eq(account.id, accountId));
}
