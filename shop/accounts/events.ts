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

/** Two clients use the tokens of a session without a cookie; `activityId` is the entry in the account's activity. */
export const sessionShared = defineEvent(
  "session.shared",
  v.object({ accountId: v.string(), activityId: v.string() }),
);

/**
 * Data that a stranger may have put into an account was removed when its mailbox was verified (T9). Everything saved
 * after `at` belongs to the owner.
 */
export const unprovenDropped = defineEvent(
  "account.unproven-dropped",
  v.object({ accountId: v.string(), at: v.string() }),
);

/** A password was changed, by its owner or by a code from the mailbox. */
export const passwordChanged = defineEvent("account.password-changed", v.object({ accountId: v.string() }));

/** The session has ended: by logout, by the operator, by too many newer sessions, or by a new password. */
export const sessionEnded = defineEvent(
  "session.ended",
  v.object({ sessionId: v.string(), accountId: v.string() }),
);
