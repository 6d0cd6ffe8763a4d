import type { Event } from "#contract/event.ts";
import type { Context } from "#platform/context.ts";
import type { MailAttachment } from "#platform/mail/mail.ts";
import { sendMail } from "#platform/mail/send-mail.ts";
import { defineSubscriber, type Subscriber } from "#platform/outbox/subscriber.ts";
import { withOwnWords } from "#shop/texts/server/index.ts";
import { listMailFields, type MailContent, type OrderMailInput } from "./mail.ts";
import { drawTreeRingPicture, renderMail } from "./render-mail.ts";
import type { SampleFacts } from "./samples.ts";
import { getMailFrom, getSellerMailbox, getSender } from "./sender.ts";

/** A mail with its single recipient. */
interface Addressed {
  to: string;
  mail: MailContent;
  attachments?: readonly MailAttachment[];
}

/** A mail by its name for the owner; one event may send several. */
export interface Kind {
  kind: string;
  /** True if its event sends no other mail. */
  isOnly: boolean;
  /** The occasion of the mail, in words for the owner. */
  when: string;
  sample(sampleFacts: SampleFacts): MailContent | null;
  /** The current mail about this order; null if it does not apply. */
  about?(mailData: OrderMailInput): MailContent | null;
}

/** The kinds of a mail by name, or its only kind, which has the name of the mail. */
export type KindsOf<Row> = Row | { kinds: Record<string, Row> };

export const listKinds = <Row extends object>(name: string, kinds: KindsOf<Row>): [string, Row][] =>
  Object.entries("kinds" in kinds ? kinds.kinds : { [name]: kinds });

export interface Mail {
  subscriber: Subscriber;
  kinds: readonly Kind[];
}

/**
 * A mail sent after an event; none if `write` returns null because it no longer applies. The delivery's id becomes the
 * Message-ID. A file is written exactly once. A mail server gets a mail once, except after a crash or a broken
 * connection between its acceptance and the record of it: then again, with the same Message-ID.
 */
export function defineMail<Payload>(
  event: Event<Payload>,
  name: string,
  write: (context: Context, payload: Payload) => Promise<Addressed | null>,
  givenKinds: KindsOf<Omit<Kind, "kind" | "isOnly">>,
  afterMs = 0,
): Mail {
  const kinds = listKinds(name, givenKinds);
  const isOnly = kinds.length === 1;
  const subscriber = defineSubscriber(
    event,
    `notifications.${name}`,
    async (context, payload, delivery) => {
      const mailContent = await write(context, payload);
      if (!mailContent) return;
      const { to, attachments = [] } = mailContent;
      const replyTo = getSellerMailbox(context);
      const content = applyOwnWording(context, isOnly ? (kinds[0]?.[0] ?? null) : null, mailContent.mail);
      const ring = await drawRing(context, content);
      const mail = renderMail(content, getSender(context), ring && `cid:${TREE_RING}`);
      await sendMail(
        { ...context.config, mailFrom: getMailFrom(context) },
        {
          to,
          ...(replyTo !== null && { replyTo }),
          ...mail,
          attachments: ring ? [...attachments, ring] : attachments,
        },
        delivery.id,
      );
    },
    { goesOutside: true, afterMs },
  );
  return { subscriber, kinds: kinds.map(([kind, row]) => ({ kind, isOnly, ...row })) };
}

/** Returns the mail with the owner's text for its kind; unchanged if there is none that applies. */
export function applyOwnWording(context: Context, kind: string | null, mail: MailContent): MailContent {
  const { words = kind } = mail;
  return words === null ? mail : withOwnWords(context, words, mail, listMailFields(mail));
}

const TREE_RING = "tree-ring";

/** Maximum number of mails rendered with pictures at once; others are sent without. */
const MAX_DRAWN = 3;

let drawn = 0;

/** Attaches the tree ring as a picture, because mail programs do not support SVG. */
async function drawRing({ log }: Context, { treeRing }: MailContent): Promise<MailAttachment | null> {
  if (!treeRing || drawn >= MAX_DRAWN) return null;
  drawn++;
  try {
    const bytes = await drawTreeRingPicture(treeRing);
    return { fileName: `${TREE_RING}.png`, type: "image/png", bytes, contentId: TREE_RING };
  } catch (cause) {
    log.warn({ err: cause }, "a mail is sent without its picture");
    return null;
  } finally {
    drawn--;
  }
}
