import { bind, type Bound } from "#platform/bind.ts";
import {
  endAllSessions,
  endSession,
  listSessions,
  logIn,
  logOut,
  readActivity,
  readProfile,
  readSignInProvider,
  refreshByCookie,
  refreshToken,
  refreshUserToken,
  register,
  resetPassword,
  signInWithGoogle,
  updatePassword,
  updateProfile,
  verifyEmail,
} from "../endpoints.ts";
import { changePassword } from "./change-password.ts";
import { changeProfile } from "./change-profile.ts";
import { logInAccount } from "./log-in.ts";
import { logOutSession } from "./log-out.ts";
import { endAllOwnSessions, endOwnSession, listOwnActivity, listOwnSessions } from "./own-sessions.ts";
import { readOwnProfile } from "./read-profile.ts";
import { refresh } from "./refresh.ts";
import { registerAccount } from "./register-account.ts";
import { resetAccountPassword } from "./reset-password.ts";
import { offeredProvider, signInWithProvider } from "./sign-in-with-provider.ts";
import { verifyMailbox } from "./verify-mailbox.ts";

export const accountRoutes: Bound[] = [
  bind(register, (context, { body, exchange }) => registerAccount(context, body, exchange)),
  bind(logIn, (context, { body, exchange }) => logInAccount(context, body, exchange)),
  bind(readSignInProvider, (context) => ({ provider: offeredProvider(context) })),
  bind(signInWithGoogle, (context, { body, exchange }) => signInWithProvider(context, body, exchange)),
  bind(verifyEmail, (context, { body, exchange }) => verifyMailbox(context, body, exchange)),
  bind(resetPassword, (context, { body, exchange }) => resetAccountPassword(context, body, exchange)),
  bind(refreshToken, (context, { body, exchange }) => refresh(context, body.token, exchange)),
  bind(refreshByCookie, (context, { exchange }) => refresh(context, undefined, exchange)),
  bind(refreshUserToken, (context, { body, exchange }) => refresh(context, body.refreshToken, exchange)),
  bind(logOut, (context, { caller, body, exchange }) =>
    logOutSession(context, { caller, refreshToken: body.refreshToken }, exchange),
  ),
  bind(readProfile, (context, { caller }) => readOwnProfile(context, caller)),
  bind(updateProfile, (context, { caller, body }) => changeProfile(context, caller, body)),
  bind(updatePassword, (context, { caller, body, exchange }) =>
    changePassword(context, caller, body, exchange),
  ),
  bind(listSessions, (context, { caller }) => listOwnSessions(context, caller)),
  bind(endSession, (context, { caller, params, exchange }) =>
    endOwnSession(context, caller, params.sessionId, exchange),
  ),
  bind(endAllSessions, (context, { caller, exchange }) => endAllOwnSessions(context, caller, exchange)),
  bind(readActivity, (context, { caller }) => listOwnActivity(context, caller)),
];
