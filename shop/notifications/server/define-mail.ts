import type { Event } from "#contract/event.ts";
import type { Context } from "#platform/context.ts";
import type { MailAttachment } from "#platform/mail/mail.ts";
import { sendMail } from "#platform/mail/send-mail.ts";
import { defineSubscriber, type Subscriber } from "#platform/outbox/subscriber.ts";
import { withOwnWords } from "#shop/texts/server/index.ts";
import { listMailFields, type MailContent, type OrderNews } from "./mail.ts";
import { drawTreeRingPicture, renderMail } from "./render-mail.ts";
import type { SampleFacts } from "./samples.ts";
import { getMailFrom, getSellerMailbox, getSender } from "./sender.ts";

/** A mail with the one address it goes to. */
interface Addressed {
  to: string;
  mail: MailContent;
  attachments?: readonly MailAttachment[];
}

/** A mail by the name that the owner knows it by; several may come of one event. */
export interface Kind {
  kind: string;
  /** Its event writes no other kind. */
  isOnly: boolean;
  /** The occasion, in the owner's words. */
  when: string;
  /** A mail about nothing that has happened. */
  sample(facts: SampleFacts): MailContent | null;
  /** The mail as it would be written about this order now; null when it is not true of it. */
  about?(news: OrderNews): MailContent | null;
}

export interface Mail {
  subscriber: Subscriber;
  kinds: readonly Kind[];
}

/**
 * A mail that is written when an event is published; none when `write` gives null, as nothing has to be said any more.
 * The delivery's id becomes the Message-ID. A file is written exactly once. A mail server gets a mail once, except when
 * the shop crashes, or the connection breaks, after it accepted the mail and before that is recorded: then again, under the
 * same Message-ID.
 */
export function defineMail<Payload>(
  event: Event<Payload>,
  name: string,
  write: (context: Context, payload: Payload) => Promise<Addressed | null>,
  kinds: Record<string, Omit<Kind, "kind" | "isOnly">>,
  afterMs = 0,
): Mail {
  const [only = null, ...others] = Object.keys(kinds);
  const isOnly = others.length === 0;
  const subscriber = defineSubscriber(
    event,
    `notifications.${name}`,
    async (context, payload, delivery) => {
      const written = await write(context, payload);
      if (!written) return;
      const { to, attachments = [] } = written;
      const replyTo = getSellerMailbox(context);
      const content = inOwnWords(context, isOnly ? only : null, written.mail);
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
  return { subscriber, kinds: Object.entries(kinds).map(([kind, row]) => ({ kind, isOnly, ...row })) };
}

/** The mail in the words that the owner has written for its kind; as it came where there are none, or none that fit. */
export function inOwnWords(context: Context, kind: string | null, mail: MailContent): MailContent {
  const { words = kind } = mail;
  return words === null ? mail : withOwnWords(context, words, mail, listMailFields(mail));
}

const TREE_RING = "tree-ring";

/** More mails than this at a time go without their pictures: none waits for one. */
const MOST_DRAWN = 3;

let drawn = 0;

/** The slice of a tree in a mail as a picture that goes along with it, as mail programs show no SVG. */
async function drawRing({ log }: Context, { treeRing }: MailContent): Promise<MailAttachment | null> {
  if (!treeRing || drawn >= MOST_DRAWN) return null;
  drawn++;
  try {
    const bytes = await drawTreeRingPicture(treeRing);
    return { fileName: `${TREE_RING}.png`, type: "image/png", bytes, contentId: TREE_RING };
  } catch (cause) {
    log.warn({ err: cause }, "a mail goes without its picture");
    return null;
  } finally {
    drawn--;
  }
}
