import type { InferOutput } from "valibot";
import type { activitySchema } from "./response-schemas.ts";

export const activities = {
  registered: "Account opened",
  logged_in: "Logged in",
  login_failed: "Wrong password at login",
  logged_out: "Logged out",
  device_logged_out: "Another device was logged out",
  logged_out_everywhere: "Logged out everywhere",
  logged_out_by_shop: "Logged out everywhere by the shop",
  old_token_used: "Logged out for safety, because another device used this login too",
  login_shared: "One of your logins is used in two places at once",
  password_wrong: "Wrong current password",
  password_changed: "Password changed",
  reset_asked: "Asked for a new password",
  reset_failed: "Wrong code for a new password",
  password_reset: "New password set with a code",
  details_dropped: "E-mail address confirmed; details entered before the confirmation were removed",
} as const;

export type Activity = keyof typeof activities;

export type ActivityFacts = InferOutput<typeof activitySchema>;

export const ACTIVITY_DAYS = 180;
