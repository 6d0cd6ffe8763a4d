import { HOUR } from "#contract/time.ts";
import type { ScheduledJob } from "#platform/outbox/schedule.ts";
import { deleteOldActivity } from "./activity.ts";
import { deleteOldDevices } from "./known-devices.ts";
import { endExpiredSessions } from "./sessions.ts";
import { deleteUsedCredentials } from "./sign-in-with-provider.ts";

export const accountJobs: ScheduledJob[] = [
  { name: "accounts.end-expired-sessions", everyMs: HOUR, isLong: true, run: endExpiredSessions },
  { name: "accounts.forget-used-credentials", everyMs: HOUR, isLong: true, run: deleteUsedCredentials },
  { name: "accounts.forget-old-devices", everyMs: HOUR, isLong: true, run: deleteOldDevices },
  { name: "accounts.forget-old-activity", everyMs: HOUR, isLong: true, run: deleteOldActivity },
];
