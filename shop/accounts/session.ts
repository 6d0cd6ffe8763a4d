import { readFields, readText } from "#contract/read.ts";
import { DAY, MINUTE } from "#contract/time.ts";
import { type User, parseUser } from "./user.ts";

/** Time in ms after which a session ends if it is not refreshed. */
export const SESSION_IDLE_LIFE = 14 * DAY;

/** Time in ms after the login at which a session ends in any case. */
export const SESSION_LIFE = 30 * DAY;

export const MAX_SESSIONS = 10;

/**
 * The name of a cookie that a form without JavaScript sets when it starts a session. The script then loads the session,
 * which is not in the browser's storage yet. The cookie grants no access.
 */
export const SESSION_MARK = "session-begun";

export const SESSION_MARK_LIFE = DAY;

export const sessionMessages = {
  hasAccount: "Already have an account?",
  loggedIn: "Login successful",
  loginFailed: "Failed to log in",
  noCookies: "Your browser blocks cookies, so you cannot log in. Allow cookies for this site and try again.",
  wrongCredentials: "Invalid email or password.",
  /** Shown in the form, together with a toast that gives the reason. */
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

/** A session, as the browser stores it after a login (§3). */
export type StoredSession = NonNullable<ReturnType<typeof parseBegunSession>>;

/**
 * Reads the response of a login (§7). Returns undefined if it has no customer or no token. `refreshToken` is null if the
 * backend sends none; then the session ends when its access token expires.
 */
export function parseBegunSession(body: unknown) {
  const { user: value, accessToken, refreshToken, message } = readFields(body);
  const user = parseUser(value);
  if (!user || typeof accessToken !== "string" || !accessToken) return undefined;
  return { user, accessToken, refreshToken: readText(refreshToken) || null, message: readText(message) };
}

/** Returns the token of a refresh (§7), and the customer if the backend sends one; undefined without a token. */
export function parseRefreshedSession(body: unknown): { accessToken: string; user: User | null } | undefined {
  const { user, accessToken } = readFields(body);
  if (typeof accessToken !== "string" || !accessToken) return undefined;
  return { accessToken, user: parseUser(user) };
}

/** Time in ms after which an access token expires (security §1). */
const ACCESS_TOKEN_LIFE = 15 * MINUTE;

/** The interval in ms at which the login page refreshes the access token (§4, D48). */
export const REFRESH_EVERY = 15 * MINUTE;

/** Returns the time at which an access token issued now expires. It is never later than the end of its session. */
export const getAccessTokenEnd = (session: { createdAt: Date }, now: Date): Date =>
  new Date(Math.min(now.getTime() + ACCESS_TOKEN_LIFE, session.createdAt.getTime() + SESSION_LIFE));
