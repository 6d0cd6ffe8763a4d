import { MINUTE } from "#contract/time.ts";
import type { Config } from "#platform/config/config.ts";
import type { Context } from "#platform/context.ts";
import { getAddressKey } from "#platform/limits/rate-limit.ts";
import { consumeLimit, deleteLimit, type Limit, undoConsume } from "#platform/limits/rate-limit.ts";
import { toEmailKey } from "#contract/person.ts";
import { hashText } from "#platform/ids.ts";
import { findKnownDevice } from "./known-devices.ts";

/** Ten failures from one address, then one more every three minutes (security §10). */
const FAILURES: Limit = { burst: 10, perMs: 30 * MINUTE };

/**
 * The shared limit of all unknown devices: 12 failures in 15 minutes (T3). It does not apply to known browsers or to
 * someone who has just verified the mailbox (T34).
 */
const FAILURES_OF_STRANGERS: Limit = { burst: 12, perMs: 12 * 15 * MINUTE };

const getFailureLimit = (profile: Config["profile"]): Limit => ({
  burst: profile === "production" ? 30 : 100,
  perMs: 15 * MINUTE,
});

interface Consumed {
  /** 0 if the login is allowed now. */
  retryAfterMs: number;
  /** True if the shared limit of unknown devices is exceeded, so this visitor may have done nothing wrong. */
  byOthers: boolean;
  /** The account knows this device. */
  isKnownDevice: boolean;
  /** Only failures count: a successful login uses up no limit. */
  undo(): Promise<void>;
}

type Visit = Parameters<typeof findKnownDevice>[2];

/**
 * Counts a login as failed before the password is compared, so that a thousand parallel guesses are not all compared.
 * E-mail addresses without an account are counted in the same way, so that the responses do not differ. A known device
 * has a separate limit, which a stranger cannot use up.
 */
export async function consumeLoginAttempt(context: Context, email: string, visit: Visit): Promise<Consumed> {
  const account = hashText(toEmailKey(email));
  const device = await findKnownDevice(context, email, visit);
  if (device !== null) {
    const consumed = await consume(context, [[`login:device:${hashText(device + account)}`, FAILURES]]);
    return { ...consumed, isKnownDevice: true };
  }
  const { config } = context;
  const address = getAddressKey("login", visit.ip, config);
  return consume(context, [
    ...(address ? [[address, getFailureLimit(config.profile)] as const] : []),
    [getAddressKey(`login:account:${account}`, visit.ip, EVERYBODY) ?? "", FAILURES],
    [getStrangerKey(email), FAILURES_OF_STRANGERS],
  ]);
}

/** Counts a password check within a session. Only this session can use up its limit. */
export const consumePasswordProof = (context: Context, sessionId: string): Promise<Consumed> =>
  consume(context, [[`password:session:${sessionId}`, FAILURES]]);

/** Limits of one address to one account count this machine's own visitors too. */
export const EVERYBODY = { limitLoopback: true };

/** A hash, so that the table of limits does not contain e-mail addresses. */
const getStrangerKey = (email: string): string => `login:account:${hashText(toEmailKey(email))}`;

export async function consume(
  { db, now }: Context,
  uses: readonly (readonly [key: string, limit: Limit])[],
): Promise<Consumed> {
  for (const [key, limit] of uses) {
    const { allowed, retryAfterMs } = await consumeLimit(db, key, limit, now());
    const isByOthers = limit === FAILURES_OF_STRANGERS;
    if (!allowed) return { retryAfterMs, byOthers: isByOthers, isKnownDevice: false, undo: async () => {} };
  }
  return {
    retryAfterMs: 0,
    byOthers: false,
    isKnownDevice: false,
    async undo() {
      for (const [key, limit] of uses) await undoConsume(db, key, limit);
    },
  };
}

/** Resets the count of failed logins, so that a new password works at once. */
export const deleteLoginFailures = ({ db }: Context, email: string): Promise<void> =>
  deleteLimit(db, getStrangerKey(email));
