import { and, eq } from "drizzle-orm";
import type { Exchange } from "#platform/bind.ts";
import type { Context } from "#platform/context.ts";
import { refuse } from "#platform/refuse.ts";
import { type Credentials, emailKey } from "../credentials.ts";
import { sessionSentences } from "../session.ts";
import { admit, welcome } from "./admit.ts";
import { spendLogin } from "./limits.ts";
import { recordActivity } from "./record-activity.ts";
import { hashPassword, needsRehash, passwordMatches } from "./passwords.ts";
import { account } from "./tables.ts";

/**
 * Begins a session. Refuses `wrong_credentials`, the same for a wrong password and an unknown address, and
 * `too_many`.
 */
export async function logInAccount(context: Context, { email, password }: Credentials, exchange: Exchange) {
  const spent = await spendLogin(context, email, exchange);
  if (spent.retryAfterMs > 0) {
    const { retryAfterMs, byOthers } = spent;
    return refuse("too_many", {
      retryAfterMs,
      ...(byOthers && { message: sessionSentences.tooManyByOthers }),
    });
  }

  const [found] = await context.db
    .select()
    .from(account)
    .where(eq(account.emailKey, emailKey(email)));
  const kept = found?.passwordHash ?? null;
  if (!(await passwordMatches(kept, password)) || !found || kept === null) {
    if (found) await recordActivity(context.db, context, found.id, "login_failed", exchange);
    return refuse("wrong_credentials");
  }
  await spent.giveBack();

  const passwordHash = needsRehash(kept) ? await hashPassword(password) : kept;
  const opened = await context.transact(async (tx) => {
    // Holds the account's row, and opens nothing if the password was changed while this one was compared.
    const [held] = await tx
      .update(account)
      .set({ passwordHash })
      .where(and(eq(account.id, found.id), eq(account.passwordHash, kept)))
      .returning({ id: account.id });
    if (!held) return null;
    return admit(tx, context, found.id, exchange);
  });
  if (!opened) return refuse("wrong_credentials");
  return welcome(context, found, opened, exchange, sessionSentences.loggedIn);
}
