import { newDeviceUsed } from "#shop/accounts/events.ts";
import { defineWarningMail, IF_IT_WAS_YOU } from "../account-mail.ts";

export const newDeviceMail = defineWarningMail(newDeviceUsed, "new-device", {
  when: "somebody logs in to an account from a new device",
  device: "Chrome on Android",
  subject: "A new device has logged in to your account",
  preview: IF_IT_WAS_YOU,
  heading: "A new device has logged in",
  paragraphs: [
    `Somebody has logged in to your account from a device we have not seen before. ${IF_IT_WAS_YOU}`,
  ],
});
