import { eq } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import { isRefused } from "#platform/refuse.ts";
import type { Principal } from "#platform/route.ts";
import { findAccount, hasProvenMailbox } from "#server/accounts";
import { toEmailKey } from "#shop/accounts/credentials.ts";
import { newsletterMessages } from "../newsletter.ts";
import { saveSubscriber } from "./save-subscriber.ts";
import { newsletterSubscriber } from "./tables.ts";

/**
 * Whether the newsletter goes to the customer's address. Null as long as nobody has proved that it is theirs: who registers a
 * stranger's address must not learn what that stranger has subscribed to.
 */
export async function readOwnSubscription(context: Context, { accountId }: Principal) {
  if (!(await hasProvenMailbox(context.db, accountId))) return { success: true as const, subscribed: null };
  const [found] = await context.db
    .select()
    .from(newsletterSubscriber)
    .where(eq(newsletterSubscriber.emailKey, await readEmailKey(context, accountId)));
  return { success: true as const, subscribed: found !== undefined };
}

/** Puts the customer's address on the list or takes it off; twice is as once. Refuses `too_many`. */
export async function changeOwnSubscription(
  context: Context,
  principal: Principal,
  { subscribed }: { subscribed: boolean },
  ip: string,
) {
  const { accountId } = principal;
  if (subscribed) {
    const account = await findAccount(context.db, accountId);
    const saved = await saveSubscriber(context, account?.email ?? "", ip);
    if (isRefused(saved)) return saved;
  } else {
    const emailKey = await readEmailKey(context, accountId);
    await context.db.delete(newsletterSubscriber).where(eq(newsletterSubscriber.emailKey, emailKey));
  }
  const message = subscribed ? newsletterMessages.subscribed : newsletterMessages.left;
  return { ...(await readOwnSubscription(context, principal)), message };
}

const readEmailKey = async (context: Context, accountId: string): Promise<string> =>
  toEmailKey((await findAccount(context.db, accountId))?.email ?? "");
