import { defineEndpoint, withContract } from "#contract/endpoint.ts";
import { readNothing, readFields, isObject, readText } from "#contract/read.ts";
import type * as contracts from "./contracts.ts";
import { parseBegunSession, parseRefreshedSession } from "./session.ts";

export const register = defineEndpoint(withContract<typeof contracts.register>, {
  method: "POST",
  path: "/api/auth/register",
  policy: "public",
  read: readNothing,
});

export const logIn = defineEndpoint(withContract<typeof contracts.logIn>, {
  method: "POST",
  path: "/api/auth/login",
  policy: "public",
  read: parseBegunSession,
});

export const verifyEmail = defineEndpoint(withContract<typeof contracts.verifyEmail>, {
  method: "POST",
  path: "/api/auth/verify-email",
  policy: "public",
  read: parseMailboxAnswer,
});

export const resetPassword = defineEndpoint(withContract<typeof contracts.resetPassword>, {
  method: "POST",
  path: "/api/auth/reset-password",
  policy: "public",
  read: readNothing,
});

export const signInWithGoogle = defineEndpoint(withContract<typeof contracts.signInWithGoogle>, {
  method: "POST",
  path: "/api/auth/google",
  policy: "public",
  read: parseBegunSession,
});

export const readSignInProvider = defineEndpoint(withContract<typeof contracts.readSignInProvider>, {
  method: "GET",
  path: "/api/auth/provider",
  policy: "public",
});

export const readProfile = defineEndpoint(withContract<typeof contracts.readProfile>, {
  method: "GET",
  path: "/api/account",
  policy: "customer",
});

export const updateProfile = defineEndpoint(withContract<typeof contracts.updateProfile>, {
  method: "PATCH",
  path: "/api/account",
  policy: "customer",
});

export const updatePassword = defineEndpoint(withContract<typeof contracts.updatePassword>, {
  method: "POST",
  path: "/api/account/password",
  policy: "customer",
});

export const listSessions = defineEndpoint(withContract<typeof contracts.listSessions>, {
  method: "GET",
  path: "/api/account/sessions",
  policy: "customer",
});

export const endSession = defineEndpoint(withContract<typeof contracts.endSession>, {
  method: "DELETE",
  path: "/api/account/sessions/:sessionId",
  policy: "customer",
});

export const endAllSessions = defineEndpoint(withContract<typeof contracts.endAllSessions>, {
  method: "DELETE",
  path: "/api/account/sessions",
  policy: "customer",
});

export const readActivity = defineEndpoint(withContract<typeof contracts.readActivity>, {
  method: "GET",
  path: "/api/account/activity",
  policy: "customer",
});

/**
 * The three refresh endpoints (D47). `/api/auth/refresh` accepts only the session cookie, the other two also a refresh
 * token in the body.
 */
export const refreshToken = defineEndpoint(withContract<typeof contracts.refreshToken>, {
  method: "POST",
  path: "/api/auth/refresh-token",
  policy: "refresh",
  read: parseRefreshedSession,
});

export const refreshByCookie = defineEndpoint(withContract<typeof contracts.refreshByCookie>, {
  method: "POST",
  path: "/api/auth/refresh",
  policy: "refresh",
  read: parseRefreshedSession,
});

export const refreshUserToken = defineEndpoint(withContract<typeof contracts.refreshUserToken>, {
  method: "POST",
  path: "/api/users/refresh-token",
  policy: "refresh",
  read: parseRefreshedSession,
});

export const logOut = defineEndpoint(withContract<typeof contracts.logOut>, {
  method: "POST",
  path: "/api/auth/logout",
  policy: "refresh",
  read: readNothing,
});

/** A missing `mailed` counts as true (§7). */
function parseMailboxAnswer(body: unknown): { message: string; mailed: boolean } | undefined {
  if (!isObject(body)) return undefined;
  const { message, mailed } = readFields(body);
  return { message: readText(message), mailed: mailed !== false };
}
