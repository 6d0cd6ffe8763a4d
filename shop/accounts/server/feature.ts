import { HOUR } from "#contract/time.ts";
import type { Feature } from "#platform/feature.ts";
import { route, type Route } from "#platform/http/route.ts";
import { defineOutcomeCount } from "#platform/observe/count-outcomes.ts";
import type { ScheduledJob } from "#platform/outbox/schedule.ts";
import * as contracts from "../contracts.ts";
import * as endpoints from "../endpoints.ts";
import { changeProfile, readOwnProfile, registerAccount } from "./accounts.ts";
import { deleteOldActivity } from "./activity.ts";
import { accountCommands, listCustomerValues } from "./commands.ts";
import { deleteOldDevices } from "./known-devices.ts";
import { logInAccount, logOutSession } from "./log-in.ts";
import { endAllOwnSessions, endOwnSession, listOwnActivity, listOwnSessions } from "./own-sessions.ts";
import { changePassword } from "./passwords.ts";
import { handleRefresh } from "./refresh-session.ts";
import { resetAccountPassword, verifyMailbox } from "./reset-password.ts";
import { endExpiredSessions } from "./sessions.ts";
import { deleteUsedCredentials, getSignInProvider, signInWithProvider } from "./sign-in-with-provider.ts";
import { serveTestSignIn } from "./test-sign-in.ts";

const countLogins = defineOutcomeCount(
  { name: "shop_logins_total", help: "Logins by password: done, wrong_credentials, too_many, failed." },
  contracts.logIn,
  ["done"],
);

const countProviderLogins = defineOutcomeCount(
  { name: "shop_provider_logins_total", help: "Logins by Google or another provider." },
  contracts.signInWithGoogle,
  ["done"],
);

export const accountRoutes: Route[] = [
  route(endpoints.register, contracts.register, (context, { body, requestContext }) =>
    registerAccount(context, body, requestContext),
  ),
  route(
    endpoints.logIn,
    contracts.logIn,
    countLogins((context, { body, requestContext }) => logInAccount(context, body, requestContext)),
  ),
  route(endpoints.readSignInProvider, contracts.readSignInProvider, (context) => ({
    provider: getSignInProvider(context),
  })),
  route(
    endpoints.signInWithGoogle,
    contracts.signInWithGoogle,
    countProviderLogins((context, { body, requestContext }) =>
      signInWithProvider(context, body, requestContext),
    ),
  ),
  route(endpoints.verifyEmail, contracts.verifyEmail, (context, { body, requestContext }) =>
    verifyMailbox(context, body, requestContext),
  ),
  route(endpoints.resetPassword, contracts.resetPassword, (context, { body, requestContext }) =>
    resetAccountPassword(context, body, requestContext),
  ),
  route(endpoints.refreshToken, contracts.refreshToken, (context, { body, requestContext }) =>
    handleRefresh(context, body.token, requestContext),
  ),
  route(endpoints.refreshByCookie, contracts.refreshByCookie, (context, { requestContext }) =>
    handleRefresh(context, undefined, requestContext),
  ),
  route(endpoints.refreshUserToken, contracts.refreshUserToken, (context, { body, requestContext }) =>
    handleRefresh(context, body.refreshToken, requestContext),
  ),
  route(endpoints.logOut, contracts.logOut, (context, { principal, body, requestContext }) =>
    logOutSession(context, { principal, refreshToken: body.refreshToken }, requestContext),
  ),
  route(endpoints.readProfile, contracts.readProfile, (context, { principal }) =>
    readOwnProfile(context, principal),
  ),
  route(endpoints.updateProfile, contracts.updateProfile, (context, { principal, body }) =>
    changeProfile(context, principal, body),
  ),
  route(endpoints.updatePassword, contracts.updatePassword, (context, { principal, body, requestContext }) =>
    changePassword(context, principal, body, requestContext),
  ),
  route(endpoints.listSessions, contracts.listSessions, (context, { principal }) =>
    listOwnSessions(context, principal),
  ),
  route(endpoints.endSession, contracts.endSession, (context, { principal, params, requestContext }) =>
    endOwnSession(context, principal, params.sessionId, requestContext),
  ),
  route(endpoints.endAllSessions, contracts.endAllSessions, (context, { principal, requestContext }) =>
    endAllOwnSessions(context, principal, requestContext),
  ),
  route(endpoints.readActivity, contracts.readActivity, (context, { principal }) =>
    listOwnActivity(context, principal),
  ),
];

const accountJobs: ScheduledJob[] = [
  { name: "accounts.end-expired-sessions", everyMs: HOUR, isLong: true, run: endExpiredSessions },
  { name: "accounts.forget-used-credentials", everyMs: HOUR, isLong: true, run: deleteUsedCredentials },
  { name: "accounts.forget-old-devices", everyMs: HOUR, isLong: true, run: deleteOldDevices },
  { name: "accounts.forget-old-activity", everyMs: HOUR, isLong: true, run: deleteOldActivity },
];

export const accounts: Feature = {
  name: "accounts",
  routes: accountRoutes,
  plugins: [serveTestSignIn],
  commands: accountCommands,
  values: { customer: listCustomerValues },
  jobs: accountJobs,
};
