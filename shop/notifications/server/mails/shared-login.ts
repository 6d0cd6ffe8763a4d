import { sessionShared } from "#shop/accounts/events.ts";
import { defineWarningMail } from "../account-mail.ts";

export const sharedLoginMail = defineWarningMail(sessionShared, "shared-login", {
  when: "one login of an app is used in two places at once",
  device: "curl",
  subject: "One of your logins is used in two places",
  preview: "If you use this login in two apps, you don't need to do anything.",
  heading: "One login, two places",
  paragraphs: [
    "Two apps or devices use the same login to your account. If both are yours, you don't need to do anything.",
  ],
});
