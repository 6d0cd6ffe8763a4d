import * as v from "valibot";
import { defineContract } from "#contract/endpoint.ts";
import { credentials, passwordMessages } from "./credentials.ts";
import { mailboxQuestion, passwordReset, resetMessages } from "./password-reset.ts";
import { passwordChange, profileInput, profileMessages } from "./profile.ts";
import { createRegistration, registrationMessages } from "./registration.ts";
import { activitySchema, sessionSchema, signInProvider, userSchema } from "./response-schemas.ts";
import { sessionMessages } from "./session.ts";
import { thirdPartyCredential, thirdPartyMessages } from "./third-party.ts";

const tooMany = { status: 429, message: sessionMessages.tooManyAttempts } as const;
const weakPassword = {
  common_password: { status: 400, message: passwordMessages.tooCommon },
  guessable_password: { status: 400, message: passwordMessages.guessable },
} as const;

export const register = defineContract({
  summary: "Creates an account and saves the address as the first in the address book",
  /** Accepts every state of India. The server checks whether the shop delivers to the state (D117). */
  body: createRegistration("India"),
  answer: v.object({ success: v.literal(true), message: v.string() }),
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

export const logIn = defineContract({
  summary: "Logs in; in a browser the tokens only work together with the cookie that the response sets",
  body: credentials,
  answer: sessionBegun,
  refusals: {
    wrong_credentials: { status: 401, message: sessionMessages.wrongCredentials },
    too_many: tooMany,
  },
});

export const verifyEmail = defineContract({
  summary: "Checks whether an account has this e-mail address; if so, mails it a code for a new password",
  body: mailboxQuestion,
  answer: v.object({
    success: v.literal(true),
    message: v.string(),
    /** False if no mail was sent because of a limit. The code in the previous mail still works. */
    mailed: v.boolean(),
  }),
  refusals: {
    no_account: { status: 404, message: resetMessages.noAccount },
    too_many: { status: 429, message: resetMessages.tooMany },
  },
});

export const resetPassword = defineContract({
  summary: "Sets a new password with the mailed code; ends all sessions of the account",
  body: passwordReset,
  answer: v.object({ success: v.literal(true), message: v.string() }),
  refusals: {
    ...weakPassword,
    wrong_code: { status: 400, message: resetMessages.wrongCode },
    too_many: tooMany,
  },
});

export const signInWithGoogle = defineContract({
  summary: "Logs in with a credential (id_token) of the sign-in provider; each credential can be used once",
  body: thirdPartyCredential,
  answer: sessionBegun,
  refusals: {
    not_set_up: { status: 404, message: thirdPartyMessages.notSetUp },
    not_accepted: { status: 401, message: thirdPartyMessages.notAccepted },
    mailbox_not_verified: { status: 401, message: thirdPartyMessages.mailboxNotVerified },
  },
});

export const readSignInProvider = defineContract({
  summary: "Returns the sign-in provider, such as Google; null if none is set up",
  answer: v.object({ provider: signInProvider }),
});

export const readProfile = defineContract({
  summary: "Returns the customer in the format of the login response",
  answer: v.object({ success: v.literal(true), user: userSchema }),
});

export const updateProfile = defineContract({
  summary: "Changes the customer's name and phone number",
  body: profileInput,
  answer: v.object({ success: v.literal(true), message: v.string(), user: userSchema }),
});

export const updatePassword = defineContract({
  summary: "Changes the password, given the old one; ends the customer's other sessions",
  body: passwordChange,
  answer: v.object({ success: v.literal(true), message: v.string() }),
  refusals: {
    wrong_password: { status: 400, message: profileMessages.wrongPassword },
    no_password: { status: 409, message: profileMessages.noPassword },
    too_many: tooMany,
    ...weakPassword,
  },
});

const sessionList = v.object({ success: v.literal(true), sessions: v.array(sessionSchema) });

export const listSessions = defineContract({
  summary: "Lists the devices on which the customer is logged in, latest first",
  answer: sessionList,
});

export const endSession = defineContract({
  summary: "Logs out one of the customer's devices at once",
  answer: sessionList,
  refusals: { not_found: { status: 404, message: profileMessages.noSuchSession } },
});

export const endAllSessions = defineContract({
  summary: "Logs the customer out on all devices, including this one, and forgets the known devices",
  answer: v.object({ success: v.literal(true), message: v.string() }),
});

export const readActivity = defineContract({
  summary: "Lists recent logins, password changes and sessions of the account, latest first",
  answer: v.object({ success: v.literal(true), activity: v.array(activitySchema) }),
});

const refreshAnswer = v.object({ ...sessionBegun.entries, refreshToken: v.optional(v.string()) });

const refreshRefusals = {
  no_refresh_token: { status: 401, message: sessionMessages.noRefreshToken },
  session_expired: { status: 401, message: sessionMessages.expired },
} as const;

const token = v.nullish(v.string("The refresh token must be text"));

export const refreshToken = defineContract({
  summary: "Returns a new access token for the refresh token in `token`",
  body: v.object({ token }),
  answer: refreshAnswer,
  refusals: refreshRefusals,
});

export const refreshByCookie = defineContract({
  summary: "Returns a new access token for the session cookie",
  answer: refreshAnswer,
  refusals: refreshRefusals,
});

export const refreshUserToken = defineContract({
  summary: "Returns a new access token for the refresh token in `refreshToken`",
  body: v.object({ refreshToken: token }),
  answer: refreshAnswer,
  refusals: refreshRefusals,
});

export const logOut = defineContract({
  summary: "Ends the session at once, with all its tokens and live connections",
  body: v.object({ refreshToken: token }),
  answer: v.object({ success: v.literal(true), message: v.string() }),
  refusals: { session_expired: refreshRefusals.session_expired },
});
