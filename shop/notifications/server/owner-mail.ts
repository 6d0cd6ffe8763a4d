import type { Event } from "#contract/event.ts";
import { formatName } from "#contract/person-name.ts";
import { toPrintable } from "#contract/text.ts";
import type { Config } from "#platform/config/config.ts";
import type { Context } from "#platform/context.ts";
import { getBuyer } from "#shop/orders/recipient.ts";
import { defineMail, type KindsOf, listKinds, type Mail } from "./define-mail.ts";
import type { MailAction, MailContent, MailFact, OrderMailInput } from "./mail.ts";
import { findOrderMailInput, type OrderKind } from "./order-mail.ts";
import type { SampleFacts } from "./samples.ts";
import { getOwnerMailbox } from "./sender.ts";

/** An owner's mail without its last line, which is the same for all of them. */
export type OwnerMailText = Omit<MailContent, "why">;

interface OwnerKind {
  when: string;
  sample(sampleFacts: SampleFacts): OwnerMailText | null;
}

/** Defines a mail to the owner. It is sent if the setting OWNER_MAILS is one of `modes`. */
export function defineOwnerMail<Payload>(
  event: Event<Payload>,
  name: string,
  modes: readonly Config["ownerMails"][],
  write: (context: Context, payload: Payload) => Promise<OwnerMailText | null>,
  kinds: KindsOf<OwnerKind>,
): Mail {
  return defineMail(
    event,
    name,
    async (context, payload) => {
      const to = getOwnerMailbox(context);
      if (to === null || !modes.includes(context.config.ownerMails)) return null;
      const mail = complete(await write(context, payload));
      return mail && { to, mail };
    },
    {
      kinds: Object.fromEntries(
        listKinds(name, kinds).map(([kind, { when, sample }]) => [
          kind,
          { when, sample: (sampleFacts: SampleFacts) => complete(sample(sampleFacts)) },
        ]),
      ),
    },
  );
}

const complete = (text: OwnerMailText | null): MailContent | null =>
  text && {
    ...text,
    why: "You're receiving this e-mail as the owner of the shop. The settings MAIL_TO and OWNER_MAILS choose the address and the e-mails.",
  };

export const defineOwnerOrderMail = <Payload extends { orderId: string }>(
  event: Event<Payload>,
  name: string,
  modes: readonly Config["ownerMails"][],
  write: (
    mailData: OrderMailInput,
    deskUrl: string | undefined,
    payload: Partial<Payload>,
  ) => OwnerMailText | null,
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
