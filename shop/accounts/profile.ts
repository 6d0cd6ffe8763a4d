import * as v from "valibot";
import { personName, requiredPhoneNumber } from "#contract/person.ts";
import { newPassword, password } from "./credentials.ts";
import type { sessionSchema } from "./response-schemas.ts";

export const profileInput = v.object({
  firstName: personName("First Name"),
  lastName: personName("Last Name"),
  phoneNumber: requiredPhoneNumber,
});

export const passwordChange = v.object({ currentPassword: password, newPassword });

export type SessionFacts = v.InferOutput<typeof sessionSchema>;

export const profileMessages = {
  saved: "Your details have been saved.",
  saveFailed: "Could not save your details. Please try again.",
  passwordSaved: "Your password has been changed. Other devices were logged out.",
  passwordFailed: "Could not change the password. Please try again.",
  wrongPassword: "Your current password is wrong.",
  noPassword: "You haven't set a password yet. Set one with 'Forgot Password' on the login page.",
  loggedOutEverywhere: "You have been logged out everywhere.",
  noSuchSession: "This device is logged out already.",
} as const;
