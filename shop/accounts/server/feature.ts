import { HOUR } from "#contract/time.ts";
import type { Feature } from "#platform/feature.ts";
import { route, type Route } from "#platform/http/route.ts";
import { defineOutcomeCount } from "#platform/observe/counts.ts";
import * as contracts from "../contracts.ts";
import * as endpoints from "../endpoints.ts";
import { changeProfile, readOwnProfile, registerAccount } from "./accounts.ts";
import { deleteOldActivity } from "./activity.ts";
import { endAccountSessionsCommand, listCustomerValues } from "./commands.ts";
import { deleteOldDevices } from "./known-devices.ts";
import { logInAccount, logOutSession } from "./log-in.ts";
import { endAllOwnSessions, endOwnSession, listOwnActivity, listOwnSessions } from "./own-sessions.ts";
import { changePassword } from "./passwords.ts";
import { handleRefresh } from "./refresh-session.ts";
import { resetAccountPassword, requestResetCode } from "./reset-password.ts";
import { endExpiredSessions } from "./sessions.ts";
import { deleteUsedCredentials, getSignInProvider, signInWithProvider } from "./sign-in-with-provider.ts";
import { serveTestSignIn } from "./test-sign-in.ts";

const countLogins = defineOutcomeCount(
  "shop_logins_total",
  "Number of logins with a password, by outcome: done, wrong_credentials, too_many, failed.",
  contracts.logIn,
  ["done"],
);

const countProviderLogins = defineOutcomeCount(
  "shop_provider_logins_total",
  "Logins by Google or another provider.",
  contracts.signInWithGoogle,
  ["done"],
);

export const accountRoutes: Route[] = [
  route(endpoints.register, contracts.register, registerAccount),
  route(endpoints.logIn, contracts.logIn, countLogins(logInAccount)),
  route(endpoints.readSignInProvider, contracts.readSignInProvider, (context) => ({
    provider: getSignInProvider(context),
  })),
  route(endpoints.signInWithGoogle, contracts.signInWithGoogle, countProviderLogins(signInWithProvider)),
  route(endpoints.verifyEmail, contracts.verifyEmail, requestResetCode),
  route(endpoints.resetPassword, contracts.resetPassword, resetAccountPassword),
  route(endpoints.refreshToken, contracts.refreshToken, handleRefresh),
  route(endpoints.refreshByCookie, contracts.refreshByCookie, handleRefresh),
  route(endpoints.refreshUserToken, contracts.refreshUserToken, handleRefresh),
  route(endpoints.logOut, contracts.logOut, logOutSession),
  route(endpoints.readProfile, contracts.readProfile, readOwnProfile),
  route(endpoints.updateProfile, contracts.updateProfile, changeProfile),
  route(endpoints.updatePassword, contracts.updatePassword, changePassword),
  route(endpoints.listSessions, contracts.listSessions, listOwnSessions),
  route(endpoints.endSession, contracts.endSession, endOwnSession),
  route(endpoints.endAllSessions, contracts.endAllSessions, endAllOwnSessions),
  route(endpoints.readActivity, contracts.readActivity, listOwnActivity),
];

export const accounts: Feature = {
  name: "accounts",
  routes: accountRoutes,
  plugins: [serveTestSignIn],
  commands: [endAccountSessionsCommand],
  values: { customer: listCustomerValues },
  jobs: [
    { name: "accounts.end-expired-sessions", everyMs: HOUR, isLong: true, run: endExpiredSessions },
    { name: "accounts.forget-used-credentials", everyMs: HOUR, isLong: true, run: deleteUsedCredentials },
    { name: "accounts.forget-old-devices", everyMs: HOUR, isLong: true, run: deleteOldDevices },
    { name: "accounts.forget-old-activity", everyMs: HOUR, isLong: true, run: deleteOldActivity },
  ],
};
