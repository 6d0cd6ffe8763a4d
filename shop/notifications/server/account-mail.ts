import { formatDateTime } from "#contract/dates.ts";
import type { Event } from "#contract/event.ts";
import { links } from "#contract/links.ts";
import { type AccountEntry, findActivity } from "#shop/accounts/server/index.ts";
import { defineMail, type Mail } from "./define-mail.ts";
import type { MailContent, MailDraft } from "./mail.ts";

export const WHY_ACCOUNT = "You're receiving this e-mail because you have an account with us.";

interface WarningOptions extends Pick<MailContent, "subject" | "preview" | "heading" | "paragraphs"> {
  when: string;
  device: string;
}

export function defineWarningMail(
  event: Event<{ accountId: string; activityId: string }>,
  name: string,
  { when, device: sampleDevice, ...texts }: WarningOptions,
): Mail {
  const write = (
    to: string,
    { device, network, at }: Pick<AccountEntry, "device" | "network" | "at">,
  ): MailDraft => ({
    ...texts,
    to,
    facts: [
      { label: "Device", value: device ?? "Unknown device" },
      { label: "Network", value: network },
      { label: "When", value: formatDateTime(at) },
    ],
    action: { label: "This wasn't me", href: links.forgotPassword() },
    footnote:
      "If it wasn't you, set a new password right away: that logs every device out. Your profile shows the recent activity of your account.",
    why: WHY_ACCOUNT,
  });
  return defineMail(
    event,
    name,
    async (context, { activityId }) => {
      const entry = await findActivity(context.db, activityId);
      return entry && { to: entry.email, mail: write(entry.firstName, entry) };
    },
    { when, sample: ({ now }) => write("Asha", { device: sampleDevice, network: "203.0.113.x", at: now }) },
  );
}

export const IF_IT_WAS_YOU = "If this was you, you don't need to do anything.";
