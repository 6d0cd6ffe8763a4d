import * as v from "valibot";
import { defineEvent } from "#contract/event.ts";

export const accountRegistered = defineEvent("account.registered", v.object({ accountId: v.string() }));

/** A customer requested a reset code (D2). The code is not in the event, because the outbox keeps events for days. */
export const resetCodeRequested = defineEvent(
  "account.reset-code-asked",
  v.object({ accountId: v.string(), resetId: v.string() }),
);

/** A login from a device that is new to this account; `activityId` is its entry in the activity log. */
export const newDeviceUsed = defineEvent(
  "account.new-device-used",
  v.object({ accountId: v.string(), activityId: v.string() }),
);

/** A second client has used the tokens of a session without a cookie. `activityId` is the entry in the activity log. */
export const sessionShared = defineEvent(
  "session.shared",
  v.object({ accountId: v.string(), activityId: v.string() }),
);

/** The first verification of a mailbox deleted the data entered before `at`. A stranger may have entered it (T9). */
export const unverifiedDataDeleted = defineEvent(
  "account.unproven-dropped",
  v.object({ accountId: v.string(), at: v.string() }),
);

/** A password was changed, with the old password or with a code sent by mail. */
export const passwordChanged = defineEvent("account.password-changed", v.object({ accountId: v.string() }));

/** A session has ended because of a logout, the operator, too many newer sessions or a new password. */
export const sessionEnded = defineEvent(
  "session.ended",
  v.object({ sessionId: v.string(), accountId: v.string() }),
);
