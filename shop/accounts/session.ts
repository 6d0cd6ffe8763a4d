import { readFields, readText } from "#contract/read.ts";
import { DAY, MINUTE } from "#contract/time.ts";
import { type User, parseUser } from "./user.ts";

/** The time in ms after which a session ends if it is not refreshed. */
export const SESSION_IDLE_LIFE = 14 * DAY;

/** The time in ms after the login when the session ends, however often it is used. */
export const SESSION_LIFE = 30 * DAY;

export const MAX_SESSIONS = 10;

/**
 * The server sets this cookie when a form without JavaScript starts a session. The page's script then loads the session
 * into the browser's storage. The cookie gives no access.
 */
export const SESSION_MARK = "session-begun";

export const SESSION_MARK_LIFE = DAY;

export const sessionMessages = {
  hasAccount: "Already have an account?",
  loggedIn: "Login successful",
  loginFailed: "Failed to log in",
  noCookies: "Your browser blocks cookies, so you cannot log in. Allow cookies for this site and try again.",
  wrongCredentials: "Invalid email or password.",
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

/** True if a session can still be refreshed. `seenAt` is the time of the login or the latest refresh. */
export const isSessionLive = (session: { createdAt: Date; seenAt: Date }, now: Date): boolean =>
  now.getTime() < session.createdAt.getTime() + SESSION_LIFE &&
  now.getTime() < session.seenAt.getTime() + SESSION_IDLE_LIFE;

export type StoredSession = NonNullable<ReturnType<typeof parseBegunSession>>;

/**
 * Parses the response to a login (§7). Undefined if the customer or the access token is missing. `refreshToken` is
 * null if the response does not contain it.
 */
export function parseBegunSession(body: unknown) {
  const { user: value, accessToken, refreshToken } = readFields(body);
  const user = parseUser(value);
  if (!user || typeof accessToken !== "string" || !accessToken) return undefined;
  return { user, accessToken, refreshToken: readText(refreshToken) || null };
}

/** Parses the response to a refresh (§7). Undefined if it has no access token. `user` is null if it is not included. */
export function parseRefreshedSession(body: unknown): { accessToken: string; user: User | null } | undefined {
  const { user, accessToken } = readFields(body);
  if (typeof accessToken !== "string" || !accessToken) return undefined;
  return { accessToken, user: parseUser(user) };
}

const ACCESS_TOKEN_LIFE = 15 * MINUTE;

/** The interval in ms at which the login page refreshes the access token (§4, D48). */
export const REFRESH_EVERY = 15 * MINUTE;

/** Returns when an access token issued now expires. This is never later than the end of its session. */
export const getAccessTokenEnd = (session: { createdAt: Date }, now: Date): Date =>
  new Date(Math.min(now.getTime() + ACCESS_TOKEN_LIFE, session.createdAt.getTime() + SESSION_LIFE));
