import { and, eq, ne } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { passwordChanged } from "../events.ts";
import { deleteDevices } from "./known-devices.ts";
import { endSessions, endSessionsOf } from "./end-sessions.ts";
import { account, session } from "./tables.ts";

interface NewPassword {
  accountId: string;
  passwordHash: string;
  /** The one session that goes on: the one that changes it. */
  except?: string;
}

/**
 * Changes the stored hash, ends the sessions, forgets the known browsers and publishes it; every way to a new
 * password ends here.
 */
export async function savePassword(
  tx: Tx,
  context: Context,
  { accountId, passwordHash, except }: NewPassword,
) {
  await tx.update(account).set({ passwordHash }).where(eq(account.id, accountId));
  const others =
    except === undefined ? undefined : and(eq(session.accountId, accountId), ne(session.id, except));
  if (others) await endSessions(tx, context, others);
  else await endSessionsOf(tx, context, accountId);
  await deleteDevices(tx, accountId);
  await context.outbox.publish(tx, passwordChanged, { accountId });
}
