import { links } from "#contract/links.ts";
import { newDeviceUsed } from "#shop/accounts/events.ts";
import { findActivity } from "#shop/accounts/server/index.ts";
import { accountSentences, listDeviceFacts, type NewDevice, WHY_ACCOUNT } from "../account-mail.ts";
import { defineMail } from "../define-mail.ts";
import type { MailContent } from "../mail.ts";

export const newDeviceMail = defineMail(
  newDeviceUsed,
  "new-device",
  async (context, { activityId }) => {
    const login = await findActivity(context.db, activityId);
    return login && { to: login.email, mail: writeNewDeviceMail(login.firstName, login) };
  },
  {
    when: "somebody logs in to an account from a new device",
    sample: ({ now }) =>
      writeNewDeviceMail("Asha", { device: "Chrome on Android", network: "203.0.113.x", at: now }),
  },
);

function writeNewDeviceMail(to: string, device: NewDevice): MailContent {
  return {
    subject: "A new device has logged in to your account",
    preview: accountSentences.wasYou,
    heading: "A new device has logged in",
    to,
    paragraphs: [
      "Somebody has logged in to your account from a device we have not seen before. If this was you, you don't need to do anything.",
    ],
    facts: listDeviceFacts(device),
    action: { label: "This wasn't me", href: links.forgotPassword() },
    footnote: accountSentences.wasNot,
    why: WHY_ACCOUNT,
  };
}
