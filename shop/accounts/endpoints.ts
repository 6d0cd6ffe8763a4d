import { endpoint, typed } from "#contract/endpoint.ts";
import { nothingNeeded } from "#contract/read.ts";
import type * as contracts from "./contracts.ts";
import { mailboxAnswerFrom } from "./mailbox-answer.ts";
import { begunSessionFrom, refreshedSessionFrom } from "./session.ts";

export const register = endpoint(typed<typeof contracts.register>, {
  method: "POST",
  path: "/api/auth/register",
  policy: "public",
  read: nothingNeeded,
});

export const logIn = endpoint(typed<typeof contracts.logIn>, {
  method: "POST",
  path: "/api/auth/login",
  policy: "public",
  read: begunSessionFrom,
});

export const verifyEmail = endpoint(typed<typeof contracts.verifyEmail>, {
  method: "POST",
  path: "/api/auth/verify-email",
  policy: "public",
  read: mailboxAnswerFrom,
});

export const resetPassword = endpoint(typed<typeof contracts.resetPassword>, {
  method: "POST",
  path: "/api/auth/reset-password",
  policy: "public",
  read: nothingNeeded,
});

export const signInWithGoogle = endpoint(typed<typeof contracts.signInWithGoogle>, {
  method: "POST",
  path: "/api/auth/google",
  policy: "public",
  read: begunSessionFrom,
});

export const readSignInProvider = endpoint(typed<typeof contracts.readSignInProvider>, {
  method: "GET",
  path: "/api/auth/provider",
  policy: "public",
});

export const readProfile = endpoint(typed<typeof contracts.readProfile>, {
  method: "GET",
  path: "/api/account",
  policy: "customer",
});

export const updateProfile = endpoint(typed<typeof contracts.updateProfile>, {
  method: "PATCH",
  path: "/api/account",
  policy: "customer",
});

export const updatePassword = endpoint(typed<typeof contracts.updatePassword>, {
  method: "POST",
  path: "/api/account/password",
  policy: "customer",
});

export const listSessions = endpoint(typed<typeof contracts.listSessions>, {
  method: "GET",
  path: "/api/account/sessions",
  policy: "customer",
});

export const endSession = endpoint(typed<typeof contracts.endSession>, {
  method: "DELETE",
  path: "/api/account/sessions/:sessionId",
  policy: "customer",
});

export const endAllSessions = endpoint(typed<typeof contracts.endAllSessions>, {
  method: "DELETE",
  path: "/api/account/sessions",
  policy: "customer",
});

export const readActivity = endpoint(typed<typeof contracts.readActivity>, {
  method: "GET",
  path: "/api/account/activity",
  policy: "customer",
});

/** The three refresh calls are one service (D47): a token in the body, the session cookie, or both. */
export const refreshToken = endpoint(typed<typeof contracts.refreshToken>, {
  method: "POST",
  path: "/api/auth/refresh-token",
  policy: "refresh",
  read: refreshedSessionFrom,
});

export const refreshByCookie = endpoint(typed<typeof contracts.refreshByCookie>, {
  method: "POST",
  path: "/api/auth/refresh",
  policy: "refresh",
  read: refreshedSessionFrom,
});

export const refreshUserToken = endpoint(typed<typeof contracts.refreshUserToken>, {
  method: "POST",
  path: "/api/users/refresh-token",
  policy: "refresh",
  read: refreshedSessionFrom,
});

export const logOut = endpoint(typed<typeof contracts.logOut>, {
  method: "POST",
  path: "/api/auth/logout",
  policy: "refresh",
  read: nothingNeeded,
});
