import * as v from "valibot";
import { defineEvent } from "#contract/event.ts";

export const accountRegistered = defineEvent("account.registered", v.object({ accountId: v.string() }));

/** A code was requested by mail (D2). The event does not contain it, because the outbox stores rows for days. */
export const resetCodeRequested = defineEvent(
  "account.reset-code-asked",
  v.object({ accountId: v.string(), resetId: v.string() }),
);

/** A login from a device that this account was never entered from; `activityId` is its entry in the record. */
export const newDeviceUsed = defineEvent(
  "account.new-device-used",
  v.object({ accountId: v.string(), activityId: v.string() }),
);

/** The tokens of a session without a cookie are used in two places; `activityId` is its entry in the record. */
export const sessionShared = defineEvent(
  "session.shared",
  v.object({ accountId: v.string(), activityId: v.string() }),
);

/**
 * Data that a stranger may have put into an account was removed when its mailbox was proved (T9); `at`: everything
 * later is the owner's own.
 */
export const unprovenDropped = defineEvent(
  "account.unproven-dropped",
  v.object({ accountId: v.string(), at: v.string() }),
);

/** A password was changed, by its owner or by a code from the mailbox. */
export const passwordChanged = defineEvent("account.password-changed", v.object({ accountId: v.string() }));

/** Logged out, revoked, pushed out by a newer one, or the account's password was changed. */
export const sessionEnded = defineEvent(
  "session.ended",
  v.object({ sessionId: v.string(), accountId: v.string() }),
);
