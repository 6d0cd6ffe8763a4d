import { DAY, HOUR, MINUTE } from "#contract/time.ts";
import { getAddressKey } from "#platform/limits/address-limit.ts";
import type { Config } from "#platform/config/config.ts";
import type { Context } from "#platform/context.ts";
import { consumeLimit, type Limit } from "#platform/limits/rate-limit.ts";
import { consume, EVERYBODY } from "./login-limits.ts";

/**
 * Mails with a code that one account can be made to get: by anyone, by one address, and by all together, of whom each
 * mail is newer than the life of its link.
 */
const RESET_MAILS_A_MINUTE: Limit = { burst: 1, perMs: MINUTE };

const RESET_MAILS_OF_ADDRESS: Limit = { burst: 6, perMs: DAY };

const RESET_MAILS_OF_ALL: Limit = { burst: 12, perMs: 6 * HOUR };

/** Questions about mailboxes, and codes typed, from one address: they slow down attempts with a list. */
const getResetLimit = (profile: Config["profile"]): Limit => ({
  burst: profile === "production" ? 30 : 100,
  perMs: 15 * MINUTE,
});

/** Milliseconds until this address may ask about a mailbox or try a code again; 0 when it may now. */
export async function consumeResetAttempt(context: Context, ip: string): Promise<number> {
  const key = getAddressKey("reset", ip, context.config);
  if (!key) return 0;
  return (await consumeLimit(context.db, key, getResetLimit(context.config.profile), context.now()))
    .retryAfterMs;
}

/** Milliseconds until this account may be mailed a code again; 0 when it may now, which is counted. */
export async function consumeResetMail(context: Context, accountId: string, ip: string): Promise<number> {
  const { retryAfterMs } = await consume(context, [
    [`reset-mail:minute:account:${accountId}`, RESET_MAILS_A_MINUTE],
    [getAddressKey(`reset-mail:account:${accountId}`, ip, EVERYBODY) ?? "", RESET_MAILS_OF_ADDRESS],
    [`reset-mail:account:${accountId}`, RESET_MAILS_OF_ALL],
  ]);
  return retryAfterMs;
}
