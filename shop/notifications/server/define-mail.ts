import type { Event } from "#contract/event.ts";
import type { Context } from "#platform/context.ts";
import type { MailAttachment } from "#platform/mail/mail.ts";
import { sendMail } from "#platform/mail/send-mail.ts";
import { defineSubscriber, type Subscriber } from "#platform/outbox/subscriber.ts";
import { withOwnWords } from "#shop/texts/server/index.ts";
import { finishMail, listMailFields, type MailContent, type MailDraft, type OrderMailInput } from "./mail.ts";
import { drawTreeRingPicture, renderMail } from "./render-mail.ts";
import type { SampleFacts } from "./samples.ts";
import { getMailFrom, getSellerMailbox, getSender } from "./sender.ts";

interface AddressedMail {
  to: string;
  mail: MailDraft;
  attachments?: readonly MailAttachment[];
}

export interface Kind {
  kind: string;
  when: string;
  sample(sampleFacts: SampleFacts): MailDraft | null;
  about?(mailData: OrderMailInput): MailDraft | null;
}

/**
 * The data (`Row`) of a mail, or of each of its kinds by name, such as `order-refunded-by-hand`. A mail without kinds
 * counts as a single kind with the mail's name.
 */
export type KindsOf<Row> = Row | { kinds: Record<string, Row> };

const listKinds = <Row extends object>(name: string, kinds: KindsOf<Row>): [string, Row][] =>
  Object.entries("kinds" in kinds ? kinds.kinds : { [name]: kinds });

export const mapKinds = <Row extends object, Result extends object>(
  name: string,
  kinds: KindsOf<Row>,
  toResult: (row: Row) => Result,
): KindsOf<Result> => ({
  kinds: Object.fromEntries(listKinds(name, kinds).map(([kind, row]) => [kind, toResult(row)])),
});

export interface Mail {
  subscriber: Subscriber;
  kinds: readonly Kind[];
}

/**
 * Defines a mail that is sent after an event, unless `write` returns null. After a failure, a mail that the mail
 * server may have accepted is sent again with the same Message-ID.
 */
export function defineMail<Payload>(
  event: Event<Payload>,
  name: string,
  write: (context: Context, payload: Payload) => Promise<AddressedMail | null>,
  definedKinds: KindsOf<Omit<Kind, "kind">>,
  afterMs = 0,
): Mail {
  const kinds = listKinds(name, definedKinds);
  const onlyKind = kinds.length === 1 ? (kinds[0]?.[0] ?? null) : null;
  const subscriber = defineSubscriber(
    event,
    `notifications.${name}`,
    async (context, payload, delivery) => {
      const written = await write(context, payload);
      if (!written) return;
      const { to, attachments = [] } = written;
      const replyTo = getSellerMailbox(context);
      const content = applyOwnWording(context, onlyKind, finishMail(written.mail));
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
  return { subscriber, kinds: kinds.map(([kind, row]) => ({ kind, ...row })) };
}

export function applyOwnWording(context: Context, kind: string | null, mail: MailContent): MailContent {
  const { words = kind } = mail;
  return words === null ? mail : withOwnWords(context, words, mail, listMailFields(mail));
}

const TREE_RING = "tree-ring";

/** At most this many tree rings are drawn at the same time. Further mails are sent without the picture. */
const MAX_DRAWN = 3;

let runningDrawings = 0;

/** Returns a PNG, because mail programs do not support SVG. Null if there is no ring, or if it cannot be drawn now. */
async function drawRing({ log }: Context, { treeRing }: MailContent): Promise<MailAttachment | null> {
  if (!treeRing || runningDrawings >= MAX_DRAWN) return null;
  runningDrawings++;
  try {
    const bytes = await drawTreeRingPicture(treeRing);
    return { fileName: `${TREE_RING}.png`, type: "image/png", bytes, contentId: TREE_RING };
  } catch (cause) {
    log.warn({ err: cause }, "a mail is sent without its picture");
    return null;
  } finally {
    runningDrawings--;
  }
}
