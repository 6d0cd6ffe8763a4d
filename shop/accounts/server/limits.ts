import { createHash } from "node:crypto";
import { DAY, HOUR, MINUTE } from "#contract/time.ts";
import { addressKey } from "#platform/address-limit.ts";
import type { Config } from "#platform/config.ts";
import type { Context } from "#platform/context.ts";
import { allow, forgetLimit, giveBack, type Limit } from "#platform/rate-limit.ts";
import { emailKey } from "../credentials.ts";

/** Ten failures, then one more every three minutes (security §10). */
const FAILURES_OF_ACCOUNT: Limit = { burst: 10, perMs: 30 * MINUTE };

const failuresOfAddress = (profile: Config["profile"]): Limit => ({
  burst: profile === "production" ? 30 : 100,
  perMs: 15 * MINUTE,
});

const registrationsOfAddress = (profile: Config["profile"]): Limit => ({
  burst: profile === "production" ? 10 : 60,
  perMs: HOUR,
});

/** Mails with a code that one account can be made to get. */
const RESET_MAILS: [name: string, limit: Limit][] = [
  ["minute", { burst: 1, perMs: MINUTE }],
  ["day", { burst: 6, perMs: DAY }],
];

/** Questions about mailboxes, and codes typed, from one address: they hold down whoever tries a list. */
const resetsOfAddress = (profile: Config["profile"]): Limit => ({
  burst: profile === "production" ? 30 : 100,
  perMs: 15 * MINUTE,
});

interface Spent {
  /** 0 when there was room. */
  retryAfterMs: number;
  /** Only failures count: a login that succeeds takes nothing from either limit. */
  giveBack(): Promise<void>;
}

/**
 * Counts a login as failed before its password is looked at, so that a thousand guesses at once are not all
 * compared. An address without an account is counted like one with: the answers must not differ.
 */
export async function spendLogin(context: Context, email: string, ip: string): Promise<Spent> {
  const { db, config } = context;
  const uses: [key: string, limit: Limit][] = [
    [`login:account:${digest(emailKey(email))}`, FAILURES_OF_ACCOUNT],
  ];
  const address = addressKey("login", ip, config);
  if (address) uses.unshift([address, failuresOfAddress(config.profile)]);
  for (const [key, limit] of uses) {
    const { allowed, retryAfterMs } = await allow(db, key, limit, context.now());
    if (!allowed) return { retryAfterMs, giveBack: async () => {} };
  }
  return {
    retryAfterMs: 0,
    async giveBack() {
      for (const [key, limit] of uses) await giveBack(db, key, limit);
    },
  };
}

/** Milliseconds until this address may register again; 0 when it may now, which is counted. */
export async function spendRegistration(context: Context, ip: string): Promise<number> {
  const key = addressKey("register", ip, context.config);
  if (!key) return 0;
  const limit = registrationsOfAddress(context.config.profile);
  return (await allow(context.db, key, limit, context.now())).retryAfterMs;
}

/** Milliseconds until this address may ask about a mailbox or try a code again; 0 when it may now. */
export async function spendReset(context: Context, ip: string): Promise<number> {
  const key = addressKey("reset", ip, context.config);
  if (!key) return 0;
  return (await allow(context.db, key, resetsOfAddress(context.config.profile), context.now())).retryAfterMs;
}

/** Milliseconds until this account may be mailed a code again; 0 when it may now, which is counted. */
export async function spendResetMail({ db, now }: Context, accountId: string): Promise<number> {
  for (const [name, limit] of RESET_MAILS) {
    const { retryAfterMs } = await allow(db, `reset-mail:${name}:account:${accountId}`, limit, now());
    if (retryAfterMs > 0) return retryAfterMs;
  }
  return 0;
}

/** Whoever has a new password may use it, however often the old one was missed. */
export const forgetLoginFailures = ({ db }: Context, email: string): Promise<void> =>
  forgetLimit(db, `login:account:${digest(emailKey(email))}`);

/** The table of limits is no list of people. */
const digest = (text: string): string => createHash("sha256").update(text).digest("base64url");
