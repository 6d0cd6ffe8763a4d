import * as v from "valibot";
import { endpoint } from "#contract/endpoint.ts";
import { nothingNeeded } from "#contract/read.ts";
import { activitySchema } from "./activity.ts";
import { credentials, passwordMessages } from "./credentials.ts";
import { mailboxAnswerFrom } from "./mailbox-answer.ts";
import { mailboxQuestion, passwordReset, resetMessages } from "./password-reset.ts";
import { passwordChange, profileInput, profileMessages, sessionSchema } from "./profile.ts";
import { registration, registrationMessages } from "./registration.ts";
import { begunSessionFrom, refreshedSessionFrom, sessionMessages } from "./session.ts";
import { signInProvider, thirdPartyCredential, thirdPartyMessages } from "./third-party.ts";
import { userSchema } from "./user.ts";

const tooMany = { status: 429, message: sessionMessages.tooManyAttempts } as const;
/** Of every call that sets a password. */
const weakPassword = {
  common_password: { status: 400, message: passwordMessages.tooCommon },
  guessable_password: { status: 400, message: passwordMessages.guessable },
} as const;

export const register = endpoint({
  method: "POST",
  path: "/api/auth/register",
  summary: "Opens an account; its address becomes the first saved one",
  policy: "public",
  body: registration,
  answer: v.object({ success: v.literal(true), message: v.string() }),
  read: nothingNeeded,
  refusals: {
    ...weakPassword,
    email_taken: { status: 409, message: registrationMessages.emailTaken },
    too_many: tooMany,
  },
});

const sessionBegun = v.object({
  success: v.literal(true),
  message: v.string(),
  user: userSchema,
  accessToken: v.string(),
  refreshToken: v.string(),
});

export const logIn = endpoint({
  method: "POST",
  path: "/api/auth/login",
  summary: "Begins a session; in a browser its tokens work only together with the cookie it sets",
  policy: "public",
  body: credentials,
  answer: sessionBegun,
  read: begunSessionFrom,
  refusals: {
    wrong_credentials: { status: 401, message: sessionMessages.wrongCredentials },
    too_many: tooMany,
  },
});

export const verifyEmail = endpoint({
  method: "POST",
  path: "/api/auth/verify-email",
  summary: "Whether an account has this e-mail address; if so, a code for a new password is mailed to it",
  policy: "public",
  body: mailboxQuestion,
  answer: v.object({
    success: v.literal(true),
    message: v.string(),
    /** False when the code mailed a moment ago still works, so no other was sent. */
    mailed: v.boolean(),
  }),
  read: mailboxAnswerFrom,
  refusals: {
    no_account: { status: 404, message: resetMessages.noAccount },
    too_many: { status: 429, message: resetMessages.tooMany },
  },
});

export const resetPassword = endpoint({
  method: "POST",
  path: "/api/auth/reset-password",
  summary: "A new password for the mailed code; ends all sessions of the account",
  policy: "public",
  body: passwordReset,
  answer: v.object({ success: v.literal(true), message: v.string() }),
  read: nothingNeeded,
  refusals: {
    ...weakPassword,
    wrong_code: { status: 400, message: resetMessages.wrongCode },
    too_many: tooMany,
  },
});

export const signInWithGoogle = endpoint({
  method: "POST",
  path: "/api/auth/google",
  summary: "Begins a session for a credential (id_token) of the sign-in provider; each works once",
  policy: "public",
  body: thirdPartyCredential,
  answer: sessionBegun,
  read: begunSessionFrom,
  refusals: {
    not_set_up: { status: 404, message: thirdPartyMessages.notSetUp },
    not_accepted: { status: 401, message: thirdPartyMessages.notAccepted },
    mailbox_not_verified: { status: 401, message: thirdPartyMessages.mailboxNotVerified },
  },
});

export const readSignInProvider = endpoint({
  method: "GET",
  path: "/api/auth/provider",
  summary: "Where a visitor can sign in besides here; `provider` is null when nothing is set up",
  policy: "public",
  answer: v.object({ provider: signInProvider }),
  refusals: {},
});

export const readProfile = endpoint({
  method: "GET",
  path: "/api/account",
  summary: "The customer, as login tells of them",
  policy: "customer",
  answer: v.object({ success: v.literal(true), user: userSchema }),
  refusals: {},
});

export const updateProfile = endpoint({
  method: "PATCH",
  path: "/api/account",
  summary: "Changes the customer's name and phone number",
  policy: "customer",
  body: profileInput,
  answer: v.object({ success: v.literal(true), message: v.string(), user: userSchema }),
  refusals: {},
});

/** Of every call that asks for the password again. */
const passwordRefusals = {
  wrong_password: { status: 400, message: profileMessages.wrongPassword },
  no_password: { status: 409, message: profileMessages.noPassword },
  too_many: tooMany,
} as const;

export const updatePassword = endpoint({
  method: "POST",
  path: "/api/account/password",
  summary: "A new password for the old one; the customer's other sessions end",
  policy: "customer",
  body: passwordChange,
  answer: v.object({ success: v.literal(true), message: v.string() }),
  refusals: { ...passwordRefusals, ...weakPassword },
});

const sessionList = v.object({ success: v.literal(true), sessions: v.array(sessionSchema) });

export const listSessions = endpoint({
  method: "GET",
  path: "/api/account/sessions",
  summary: "Where the customer is logged in, the latest first",
  policy: "customer",
  answer: sessionList,
  refusals: {},
});

export const endSession = endpoint({
  method: "DELETE",
  path: "/api/account/sessions/:sessionId",
  summary: "Logs one of the customer's devices out, at once",
  policy: "customer",
  answer: sessionList,
  refusals: { not_found: { status: 404, message: profileMessages.noSuchSession } },
});

export const endAllSessions = endpoint({
  method: "DELETE",
  path: "/api/account/sessions",
  summary: "Logs the customer out on every device, this one too, and forgets which devices are known",
  policy: "customer",
  answer: v.object({ success: v.literal(true), message: v.string() }),
  refusals: {},
});

export const readActivity = endpoint({
  method: "GET",
  path: "/api/account/activity",
  summary: "What happened to the account lately: logins, passwords and sessions, the latest first",
  policy: "customer",
  answer: v.object({ success: v.literal(true), activity: v.array(activitySchema) }),
  refusals: {},
});

const refreshAnswer = v.object({
  success: v.literal(true),
  message: v.string(),
  accessToken: v.string(),
  /** Where no cookie protects the session: what takes the place of the one that was sent, once it is used. */
  refreshToken: v.optional(v.string()),
  /** For a browser that kept nothing but the refresh token. */
  user: userSchema,
});

const refreshRefusals = {
  no_refresh_token: { status: 401, message: sessionMessages.noRefreshToken },
  session_expired: { status: 401, message: sessionMessages.expired },
} as const;

const token = v.nullish(v.string("The refresh token must be text"));

/** The three refresh calls are one service (D47): a token in the body, the session cookie, or both. */
export const refreshToken = endpoint({
  method: "POST",
  path: "/api/auth/refresh-token",
  summary: "A new access token for the refresh token in `token`",
  policy: "refresh",
  body: v.object({ token }),
  answer: refreshAnswer,
  read: refreshedSessionFrom,
  refusals: refreshRefusals,
});

export const refreshByCookie = endpoint({
  method: "POST",
  path: "/api/auth/refresh",
  summary: "A new access token for the session cookie alone",
  policy: "refresh",
  answer: refreshAnswer,
  read: refreshedSessionFrom,
  refusals: refreshRefusals,
});

export const refreshUserToken = endpoint({
  method: "POST",
  path: "/api/users/refresh-token",
  summary: "A new access token for the refresh token in `refreshToken`",
  policy: "refresh",
  body: v.object({ refreshToken: token }),
  answer: refreshAnswer,
  read: refreshedSessionFrom,
  refusals: refreshRefusals,
});

export const logOut = endpoint({
  method: "POST",
  path: "/api/auth/logout",
  summary: "Ends the session at once, with all its tokens and live connections",
  policy: "refresh",
  body: v.object({ refreshToken: token }),
  answer: v.object({ success: v.literal(true), message: v.string() }),
  read: nothingNeeded,
  refusals: { session_expired: refreshRefusals.session_expired },
});
