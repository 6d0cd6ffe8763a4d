import { deskLinks } from "#contract/desk-links.ts";
import type { Event } from "#contract/event.ts";
import { formatName } from "#contract/person-name.ts";
import { toPrintable } from "#contract/text.ts";
import type { Config } from "#platform/config/config.ts";
import type { Context } from "#platform/context.ts";
import { getBuyer } from "#shop/documents/recipient.ts";
import { defineMail, type KindsOf, type Mail, mapKinds } from "./define-mail.ts";
import type { MailAction, MailDraft } from "./mail.ts";
import { describeOrder, findOrderMailInput, type OrderKind, type OrderMail } from "./order-mail.ts";
import { createSample, type SampleFacts } from "./samples.ts";
import { getOwnerMailbox } from "./sender.ts";

/** A mail to the owner, without the last line, which is the same in all mails to the owner. */
export interface OwnerMailText extends Omit<MailDraft, "why"> {
  /** The screen of the desk that the mail's button opens. Its `href` is a path. */
  screen?: MailAction;
  /** Sentences with commands, in place of the button if DESK_URL is not set. */
  commands?: readonly string[];
}

/** The mail is sent only if the setting OWNER_MAILS is one of `modes`. */
export function defineOwnerMail<Payload>(
  event: Event<Payload>,
  name: string,
  modes: readonly Config["ownerMails"][],
  write: (context: Context, payload: Payload) => Promise<OwnerMailText | null>,
  kinds: KindsOf<{ when: string; sample(sampleFacts: SampleFacts): OwnerMailText | null }>,
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

function complete(text: OwnerMailText | null, deskUrl: string | undefined): MailDraft | null {
  if (text === null) return null;
  const { screen, commands = [], next = [], ...mail } = text;
  const action = screen && linkToDesk(deskUrl, screen.label, screen.href);
  return {
    nextTitle: "What to do",
    ...mail,
    ...(action && { action }),
    next: action ? next : [...next, ...commands],
    why: "You're receiving this e-mail as the owner of the shop. The settings MAIL_TO and OWNER_MAILS choose the address and the e-mails.",
  };
}

interface OwnerOrderMail<Payload> extends OrderKind<Payload> {
  modes?: readonly Config["ownerMails"][];
  write(mail: OrderMail, payload: Partial<Payload>): OwnerMailText | null;
}

/** `write` may replace the default facts and button. */
export function defineOwnerOrderMail<Payload extends { orderId: string }>(
  event: Event<Payload>,
  name: string,
  { when, modes = OWNER_AT_ONCE, sample, payload: createPayload, write }: OwnerOrderMail<Payload>,
): Mail {
  const writeWithDefaults = (mail: OrderMail, payload: Partial<Payload>): OwnerMailText | null => {
    const text = write(mail, payload);
    return text && { facts: listOwnerFacts(mail), screen: linkToOrder(mail, "Open the order"), ...text };
  };
  return defineOwnerMail(
    event,
    name,
    modes,
    async (context, payload) => {
      const mailData = await findOrderMailInput(context, payload.orderId);
      return mailData && writeWithDefaults(describeOrder(mailData), payload);
    },
    {
      when,
      sample: (sampleFacts) => {
        const mailData = createSample(sampleFacts, sample);
        return writeWithDefaults(describeOrder(mailData), createPayload?.(mailData) ?? {});
      },
    },
  );
}

export const linkToOrder = ({ orderId }: OrderMail, label: string): MailAction => ({
  label,
  href: deskLinks.order(orderId),
});

export function listOwnerFacts({ order, orderFacts }: OrderMail) {
  const { email, ...name } = getBuyer(order.contact);
  return [
    ...orderFacts,
    { label: "Customer", value: toPrintable([formatName(name), email].filter(Boolean).join(", ")) },
  ];
}

export const OWNER_AT_ONCE = ["urgent", "each"] as const;

export const command = (commandLine: string): string => `npm run shop -- ${commandLine}`;

export const linkToDesk = (
  deskUrl: string | undefined,
  label: string,
  path: string,
): MailAction | undefined => (deskUrl === undefined ? undefined : { label, href: deskUrl + path });
