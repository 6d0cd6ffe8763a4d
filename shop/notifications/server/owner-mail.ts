import type { Event } from "#contract/event.ts";
import { formatName } from "#contract/person-name.ts";
import { toPrintable } from "#contract/text.ts";
import type { Config } from "#platform/config/config.ts";
import type { Context } from "#platform/context.ts";
import { getBuyer } from "#shop/orders/recipient.ts";
import { defineMail, type KindsOf, type Mail, mapKinds } from "./define-mail.ts";
import type { MailAction, MailContent, MailFact, OrderMailInput } from "./mail.ts";
import { findOrderMailInput, type OrderKind } from "./order-mail.ts";
import { createSample, type SampleFacts } from "./samples.ts";
import { getOwnerMailbox } from "./sender.ts";

/** A mail to the owner, without the last line, which is the same in all mails to the owner. */
export interface OwnerMailText extends Omit<MailContent, "why"> {
  /** The screen of the desk that the mail's button opens. Its `href` is a path. */
  screen?: MailAction;
  /** Sentences with commands, in place of the button if DESK_URL is not set. */
  commands?: readonly string[];
}

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
      const mail = complete(await write(context, payload), context.config.deskUrl);
      return mail && { to, mail };
    },
    mapKinds(name, kinds, ({ when, sample }) => ({
      when,
      sample: (sampleFacts: SampleFacts) => complete(sample(sampleFacts), sampleFacts.deskUrl),
    })),
  );
}

function complete(text: OwnerMailText | null, deskUrl: string | undefined): MailContent | null {
  if (text === null) return null;
  const { screen, commands = [], next, ...mail } = text;
  const action = screen && linkToDesk(deskUrl, screen.label, screen.href);
  const sentences = [...(next?.sentences ?? []), ...(action ? [] : commands)];
  return {
    ...mail,
    ...(action && { action }),
    ...(sentences.length > 0 && { next: { title: "What to do", ...next, sentences } }),
    why: "You're receiving this e-mail as the owner of the shop. The settings MAIL_TO and OWNER_MAILS choose the address and the e-mails.",
  };
}

interface OwnerOrderMail<Payload> extends OrderKind<Payload> {
  modes?: readonly Config["ownerMails"][];
  write(mailData: OrderMailInput, payload: Partial<Payload>): OwnerMailText | null;
}

export const defineOwnerOrderMail = <Payload extends { orderId: string }>(
  event: Event<Payload>,
  name: string,
  { when, modes = OWNER_AT_ONCE, sample, payload: createPayload, write }: OwnerOrderMail<Payload>,
): Mail =>
  defineOwnerMail(
    event,
    name,
    modes,
    async (context, payload) => {
      const mailData = await findOrderMailInput(context, payload.orderId);
      return mailData && write(mailData, payload);
    },
    {
      when,
      sample: (sampleFacts) => {
        const mailData = createSample(sampleFacts, sample);
        return write(mailData, createPayload?.(mailData) ?? {});
      },
    },
  );

export const OWNER_AT_ONCE = ["urgent", "each"] as const;

export const command = (commandLine: string): string => `npm run shop -- ${commandLine}`;

export const linkToDesk = (
  deskUrl: string | undefined,
  label: string,
  path: string,
): MailAction | undefined => (deskUrl === undefined ? undefined : { label, href: deskUrl + path });

export function listCustomer({ order }: OrderMailInput): MailFact[] {
  const contact = getBuyer(order.contact);
  const value = [formatName(contact), contact.email].filter(Boolean).join(", ");
  return [{ label: "Customer", value: toPrintable(value) }];
}
