import type { Event } from "#contract/event.ts";
import { formatName } from "#contract/person-name.ts";
import { toPrintable } from "#contract/text.ts";
import type { Config } from "#platform/config/config.ts";
import type { Context } from "#platform/context.ts";
import { getBuyer } from "#shop/orders/recipient.ts";
import { defineMail, type Kind, type KindsOf, type Mail } from "./define-mail.ts";
import type { MailAction, MailContent, MailFact, OrderMailInput } from "./mail.ts";
import { findOrderMailInput, type OrderKind } from "./order-mail.ts";
import { getOwnerMailbox } from "./sender.ts";

/** Defines a mail to the owner. It is sent if the setting OWNER_MAILS is one of `modes`. */
export function defineOwnerMail<Payload>(
  event: Event<Payload>,
  name: string,
  modes: readonly Config["ownerMails"][],
  write: (context: Context, payload: Payload) => Promise<MailContent | null>,
  kinds: KindsOf<Omit<Kind, "kind">>,
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

export const defineOwnerOrderMail = <Payload extends { orderId: string }>(
  event: Event<Payload>,
  name: string,
  modes: readonly Config["ownerMails"][],
  write: (
    mailData: OrderMailInput,
    deskUrl: string | undefined,
    payload: Partial<Payload>,
  ) => MailContent | null,
  { when, sample, payload: samplePayload = {} }: OrderKind<Payload>,
): Mail =>
  defineOwnerMail(
    event,
    name,
    modes,
    async (context, payload) => {
      const mailData = await findOrderMailInput(context, payload.orderId);
      return mailData && write(mailData, context.config.deskUrl, payload);
    },
    { when, sample: (sampleFacts) => write(sample(sampleFacts), sampleFacts.deskUrl, samplePayload) },
  );

export const OWNER_AT_ONCE = ["urgent", "each"] as const;

export const WHY_OWNER =
  "You're receiving this e-mail because e-mails to the owner are sent to this address (MAIL_TO). The setting OWNER_MAILS chooses which.";

export const command = (commandLine: string): string => `npm run shop -- ${commandLine}`;

export const linkToDesk = (deskUrl: string | undefined, label: string, path: string): MailAction | null =>
  deskUrl === undefined ? null : { label, href: deskUrl + path };

/** Returns a button to a screen of the desk. Without DESK_URL, returns sentences with commands. */
export function writeNextStep(
  deskUrl: string | undefined,
  label: string,
  path: string,
  sentences: readonly string[],
): Pick<MailContent, "action" | "next"> {
  const action = linkToDesk(deskUrl, label, path);
  return action ? { action } : { next: { title: "What to do", sentences } };
}

export function listCustomer({ order }: OrderMailInput): MailFact[] {
  const contact = getBuyer(order.contact);
  const value = [formatName(contact), contact.email].filter(Boolean).join(", ");
  return [{ label: "Customer", value: toPrintable(value) }];
}
