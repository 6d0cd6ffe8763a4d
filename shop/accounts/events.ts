import * as v from "valibot";
import { defineEvent } from "#contract/event.ts";

export const accountRegistered = defineEvent("account.registered", { accountId: v.string() });

/** A customer requested a reset code (D2). The event does not contain the code, because events are stored for days. */
export const resetCodeRequested = defineEvent("account.reset-code-asked", {
  accountId: v.string(),
  resetId: v.string(),
});

/**
 * Somebody logged in from a device that is new to the account. If this happens too often, the event is not published.
 * `activityId` is the entry in the activity log.
 */
export const newDeviceUsed = defineEvent("account.new-device-used", {
  accountId: v.string(),
  activityId: v.string(),
});

/**
 * Two clients seem to use one session, so its tokens may have been copied. Sessions with a cookie are not checked.
 * `activityId` is the entry in the activity log.
 */
export const sessionShared = defineEvent("session.shared", { accountId: v.string(), activityId: v.string() });

/**
 * An unverified e-mail address was first verified, or used for an order by phone. The data entered in the account
 * before `at` was deleted, because a stranger may have entered it (T9).
 */
export const unverifiedDataDeleted = defineEvent("account.unproven-dropped", {
  accountId: v.string(),
  at: v.string(),
});

/**
 * `detailsDeleted`: true if the password reset also deleted the account's details. A stranger may have entered them
 * before the e-mail address was verified (T9).
 */
export const passwordChanged = defineEvent("account.password-changed", {
  accountId: v.string(),
  detailsDeleted: v.optional(v.boolean()),
});

export const sessionEnded = defineEvent("session.ended", { sessionId: v.string(), accountId: v.string() });
