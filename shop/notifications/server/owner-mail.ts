import type { Event } from "#contract/event.ts";
import { formatName } from "#contract/person-name.ts";
import { toPrintable } from "#contract/text.ts";
import type { Config } from "#platform/config/config.ts";
import type { Context } from "#platform/context.ts";
import { MAIL_LINK_DAYS } from "#platform/operator/mail-links.ts";
import { getBuyer } from "#shop/orders/recipient.ts";
import { defineMail, type Kind, type Mail } from "./define-mail.ts";
import type { MailContent, MailFact, OrderNews } from "./mail.ts";
import { getOwnerMailbox } from "./sender.ts";

/** A mail to the owner about the shop's day, where the setting OWNER_MAILS has it. */
export function defineOwnerMail<Payload>(
  event: Event<Payload>,
  name: string,
  modes: readonly Config["ownerMails"][],
  write: (context: Context, payload: Payload) => Promise<MailContent | null>,
  kinds: Record<string, Omit<Kind, "kind" | "isOnly">>,
): Mail {
  return defineMail(
    event,
    name,
    async (context, payload) => {
      const to = getOwnerMailbox(context);
      if (to === null || !modes.includes(context.config.ownerMails)) return null;
      const mail = await write(context, payload);
      return mail && { to, mail };
    },
    kinds,
  );
}

export const OWNER_AT_ONCE = ["urgent", "each"] as const;

export const WHY_OWNER =
  "You get this mail because news of the shop goes to this address (MAIL_TO); OWNER_MAILS says which.";

export const LINK_WORKS = `From here: the link above works once, for ${MAIL_LINK_DAYS} days, for whoever has this mail.`;

export const command = (words: string): string => `npm run shop -- ${words}`;

export function listCustomer({ order }: OrderNews): MailFact[] {
  const contact = getBuyer(order.contact);
  const value = [formatName(contact), contact.email].filter(Boolean).join(", ");
  return [{ label: "Customer", value: toPrintable(value) }];
}
