import { readFields, readText } from "#contract/read.ts";
import { DAY, MINUTE } from "#contract/time.ts";
import { type User, parseUser } from "./user.ts";

/** A session ends when it was not refreshed for this long, in milliseconds. */
export const SESSION_IDLE_LIFE = 14 * DAY;

/** A session ends this long after the login, even if it is used, in milliseconds. */
export const SESSION_LIFE = 30 * DAY;

/** Maximum number of sessions of a customer. One more login ends the oldest. */
export const MAX_SESSIONS = 10;

/**
 * A cookie that scripts can read: a form without JavaScript has begun a session that this browser's storage does not
 * contain yet. It grants no access; the script that finds it requests the session.
 */
export const SESSION_MARK = "session-begun";

/** Lifetime of the cookie, in milliseconds. */
export const SESSION_MARK_LIFE = DAY;

/** Messages about logging in, staying in and logging out (§2.2, §2.10, §8). */
export const sessionMessages = {
  hasAccount: "Already have an account?",
  loggedIn: "Login successful",
  loginFailed: "Failed to log in",
  wrongCredentials: "Invalid email or password.",
  /** In the form, below what the toast says. */
  checkBoth: "Check both fields, or choose a new password.",
  tooManyAttempts: "Too many attempts. Please wait a few minutes and try again.",
  tooManyByOthers:
    "Too many attempts to log in to this account. Please wait a few minutes, or reset your password with 'Forgot Password'.",
  refreshed: "Session refreshed successfully!",
  refreshFailed: "Failed to refresh token",
  noRefreshToken: "No refresh token found",
  expired: "Session expired. Please log in again.",
  confirmLogout: "Are you sure you want to log out?",
  loggedOut: "You have been logged out.",
} as const;

/** True if a session may still be refreshed. `seenAt` is the time of the login or the latest refresh. */
export const isSessionLive = (session: { createdAt: Date; seenAt: Date }, now: Date): boolean =>
  now.getTime() < session.createdAt.getTime() + SESSION_LIFE &&
  now.getTime() < session.seenAt.getTime() + SESSION_IDLE_LIFE;

/** A session as the browser keeps it after a login (§3). */
export interface BegunSession {
  user: User;
  accessToken: string;
  /** Null if the backend sends none: then a session ends with its access token. */
  refreshToken: string | null;
  message: string;
}

/** Reads the response of a login (§7); undefined without a customer or a token. */
export function parseBegunSession(body: unknown): BegunSession | undefined {
  const { user: value, accessToken, refreshToken, message } = readFields(body);
  const user = parseUser(value);
  if (!user || typeof accessToken !== "string" || !accessToken) return undefined;
  return { user, accessToken, refreshToken: readText(refreshToken) || null, message: readText(message) };
}

/**
 * Reads the response of a refresh (§7): the token, and its owner if the backend sends one. Undefined without a token.
 */
export function parseRefreshedSession(body: unknown): { accessToken: string; user: User | null } | undefined {
  const { user, accessToken } = readFields(body);
  if (typeof accessToken !== "string" || !accessToken) return undefined;
  return { accessToken, user: parseUser(user) };
}

/** Lifetime of an access token, in milliseconds (security §1). */
const ACCESS_TOKEN_LIFE = 15 * MINUTE;

/** The interval at which the login page refreshes the token, in milliseconds (§4, D48). */
export const REFRESH_EVERY = 15 * MINUTE;

/** Expiry of an access token issued now: it never outlives its session. */
export const getAccessTokenEnd = (session: { createdAt: Date }, now: Date): Date =>
  new Date(Math.min(now.getTime() + ACCESS_TOKEN_LIFE, session.createdAt.getTime() + SESSION_LIFE));
