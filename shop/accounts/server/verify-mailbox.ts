import { eq } from "drizzle-orm";
import type { RequestContext } from "#platform/http/route.ts";
import type { Context } from "#platform/context.ts";
import { refuse } from "#platform/http/refuse.ts";
import { toEmailKey } from "../credentials.ts";
import { resetMessages } from "../password-reset.ts";
import { consumeResetAttempt, consumeResetMail } from "./reset-limits.ts";
import { recordActivity } from "./record-activity.ts";
import { hasResetCode, issueResetCode } from "./reset-codes.ts";
import { account } from "./tables.ts";

/**
 * Says whether there is an account, and mails it a code (D2). Asked again within a minute it sends nothing more, as
 * the code on its way still works. Refuses `no_account` and `too_many`.
 */
export async function verifyMailbox(
  context: Context,
  { email }: { email: string },
  requestContext: RequestContext,
) {
  const retryAfterMs = await consumeResetAttempt(context, requestContext.ip);
  if (retryAfterMs > 0) return refuse("too_many", { retryAfterMs });
  const [found] = await context.db
    .select({ id: account.id })
    .from(account)
    .where(eq(account.emailKey, toEmailKey(email)));
  if (!found) return refuse("no_account");

  const waitMs = await consumeResetMail(context, found.id, requestContext.ip);
  if (waitMs === 0) {
    await context.transact(async (tx) => {
      await issueResetCode(tx, context, found.id);
      await recordActivity(tx, context, found.id, "reset_asked", requestContext);
    });
  } else if (!(await hasResetCode(context, found.id))) return refuse("too_many", { retryAfterMs: waitMs });
  return { success: true as const, message: resetMessages.verified, mailed: waitMs === 0 };
}
