import { MINUTE } from "#contract/time.ts";
import type { Config } from "#platform/config/config.ts";
import type { Context } from "#platform/context.ts";
import {
  getAddressKey,
  consumeLimit,
  deleteLimit,
  type Limit,
  limitVisitors,
  undoConsume,
} from "#platform/limits/rate-limit.ts";
import { toEmailKey } from "#contract/person.ts";
import { hashText } from "#platform/ids.ts";
import { findKnownDevice } from "./known-devices.ts";

/** Limits failed password checks by account and IP address, by known device, or by session (security §10). */
const LOGIN_FAILURE_LIMIT: Limit = { burst: 10, perMs: 30 * MINUTE };

/** Limits failed logins to one account from all unknown devices together (T3). Known devices do not count (T34). */
const STRANGER_LOGIN_FAILURE_LIMIT: Limit = { burst: 12, perMs: 12 * 15 * MINUTE };

/**
 * Limits the failed logins of unknown devices from one IP address. The same limit applies to requests for reset
 * codes and entered reset codes from one IP address, counted together (security §10).
 */
export const getFailureLimit = ({ profile }: Pick<Config, "profile">): Limit => ({
  burst: profile === "production" ? 30 : 100,
  perMs: 15 * MINUTE,
});

type Visit = Parameters<typeof findKnownDevice>[2];

/**
 * Counts a login as failed before the password is compared, so that parallel guesses cannot exceed the limit. Counts
 * unknown e-mail addresses too, so that the responses do not differ. A known device has its own limit.
 */
export async function consumeLoginAttempt(context: Context, email: string, visit: Visit) {
  const account = hashText(toEmailKey(email));
  const device = await findKnownDevice(context, email, visit);
  if (device !== null) {
    const consumed = await consume(context, [
      [`login:device:${hashText(device + account)}`, LOGIN_FAILURE_LIMIT],
    ]);
    return { ...consumed, isKnownDevice: true };
  }
  const { config } = context;
  const consumed = await consume(context, [
    ...limitVisitors("login", visit.ip, config, getFailureLimit(config)),
    [getAddressKey(`login:account:${account}`, visit.ip, INCLUDING_LOOPBACK) ?? "", LOGIN_FAILURE_LIMIT],
    [getStrangerKey(email), STRANGER_LOGIN_FAILURE_LIMIT],
  ]);
  return { ...consumed, isKnownDevice: false };
}

export const consumePasswordProof = (context: Context, sessionId: string) =>
  consume(context, [[`password:session:${sessionId}`, LOGIN_FAILURE_LIMIT]]);

export const INCLUDING_LOOPBACK = { limitLoopback: true };

/** The table of limits must contain no personal data, so the e-mail address is hashed. */
const getStrangerKey = (email: string): string => `login:account:${hashText(toEmailKey(email))}`;

/**
 * Counts one use of each limit, and stops at the first limit that is reached. `retryAfterMs` is 0 if every limit allows
 * the use. `byOthers` is true if other visitors may have used up the limit. Call `undo` after a successful login,
 * because only failed logins count.
 */
export async function consume({ db, now }: Context, uses: readonly (readonly [key: string, limit: Limit])[]) {
  for (const [key, limit] of uses) {
    const { allowed, retryAfterMs } = await consumeLimit(db, key, limit, now());
    if (!allowed)
      return { retryAfterMs, byOthers: limit === STRANGER_LOGIN_FAILURE_LIMIT, undo: async () => {} };
  }
  return {
    retryAfterMs: 0,
    byOthers: false,
    async undo() {
      for (const [key, limit] of uses) await undoConsume(db, key, limit);
    },
  };
}

/** Call this after a password reset, because earlier failures from unknown devices could block the next login. */
export const deleteLoginFailures = ({ db }: Context, email: string): Promise<void> =>
  deleteLimit(db, getStrangerKey(email));
