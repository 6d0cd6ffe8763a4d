import { defineEndpoint, type DefineEndpoint } from "#contract/endpoint.ts";
import { readNothing, readFields, isObject, readText } from "#contract/read.ts";
import type * as contracts from "./contracts.ts";
import { parseBegunSession, parseRefreshedSession } from "./session.ts";

/* @__NO_SIDE_EFFECTS__ */
const define: DefineEndpoint<typeof contracts> = (_name, ...facts) => defineEndpoint(...facts);

export const register = define("register", "POST /api/auth/register", "public", { read: readNothing });
export const logIn = define("logIn", "POST /api/auth/login", "public", { read: parseBegunSession });
export const verifyEmail = define("verifyEmail", "POST /api/auth/verify-email", "public", {
  read: parseMailboxAnswer,
});
export const resetPassword = define("resetPassword", "POST /api/auth/reset-password", "public", {
  read: readNothing,
});
export const signInWithGoogle = define("signInWithGoogle", "POST /api/auth/google", "public", {
  read: parseBegunSession,
});
export const readSignInProvider = define("readSignInProvider", "GET /api/auth/provider", "public");
export const readProfile = define("readProfile", "GET /api/account", "customer");
export const updateProfile = define("updateProfile", "PATCH /api/account", "customer");
export const updatePassword = define("updatePassword", "POST /api/account/password", "customer");
export const listSessions = define("listSessions", "GET /api/account/sessions", "customer");
export const endSession = define("endSession", "DELETE /api/account/sessions/:sessionId", "customer");
export const endAllSessions = define("endAllSessions", "DELETE /api/account/sessions", "customer");
export const readActivity = define("readActivity", "GET /api/account/activity", "customer");

/**
 * The three refresh endpoints (D47). `/api/auth/refresh` accepts only the session cookie, the other two also a refresh
 * token in the body.
 */
export const refreshToken = define("refreshToken", "POST /api/auth/refresh-token", "refresh", {
  read: parseRefreshedSession,
});
export const refreshByCookie = define("refreshByCookie", "POST /api/auth/refresh", "refresh", {
  read: parseRefreshedSession,
});
export const refreshUserToken = define("refreshUserToken", "POST /api/users/refresh-token", "refresh", {
  read: parseRefreshedSession,
});
export const logOut = define("logOut", "POST /api/auth/logout", "refresh", { read: readNothing });

/** A missing `mailed` counts as true (§7). */
function parseMailboxAnswer(body: unknown): { message: string; mailed: boolean } | undefined {
  if (!isObject(body)) return undefined;
  const { message, mailed } = readFields(body);
  return { message: readText(message), mailed: mailed !== false };
}
