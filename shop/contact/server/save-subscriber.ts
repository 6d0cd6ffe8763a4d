import type { Context } from "#platform/context.ts";
import { toEmailKey } from "#shop/accounts/credentials.ts";
import { newsletterMessages } from "../newsletter.ts";
import { refuseTooMany } from "./limits.ts";
import { newsletterSubscriber } from "./tables.ts";

/**
 * Saves an address with the moment of its consent (D80); of one that is saved already, the first moment stays,
 * and no one learns that it was there. Refuses `too_many`.
 */
export async function saveSubscriber(context: Context, email: string, ip: string) {
  const refusal = await refuseTooMany(context, "newsletter", ip);
  if (refusal) return refusal;
  await context.db
    .insert(newsletterSubscriber)
    .values({ emailKey: toEmailKey(email), email, consentedAt: context.now() })
    .onConflictDoNothing();
  return { success: true as const, message: newsletterMessages.subscribed };
}
