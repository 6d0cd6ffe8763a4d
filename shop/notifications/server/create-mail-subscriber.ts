import type { Event } from "#contract/event.ts";
import type { Context } from "#platform/context.ts";
import type { MailAttachment } from "#platform/mail/mail.ts";
import { sendMail } from "#platform/mail/send-mail.ts";
import { type Subscriber, defineSubscriber } from "#platform/outbox/subscriber.ts";
import type { MailContent } from "../mail.ts";
import { renderMail } from "./render-mail.ts";
import { getSellerMailbox, getSender } from "./sender.ts";

/** A mail with the one address it goes to. */
export interface Addressed {
  to: string;
  mail: MailContent;
  attachments?: readonly MailAttachment[];
}

/**
 * Writes a mail when an event is published; none when `write` gives null, as nothing has to be said any more.
 * The delivery's id becomes the Message-ID. A file is written exactly once. A mail server gets a mail once, except when
 * the shop crashes, or the connection breaks, after it accepted the mail and before that is recorded: then again, under the
 * same Message-ID.
 */
export const createMailSubscriber = <Payload>(
  event: Event<Payload>,
  name: string,
  write: (context: Context, payload: Payload) => Promise<Addressed | null>,
  { afterMs = 0 } = {},
): Subscriber =>
  defineSubscriber(
    event,
    `notifications.${name}`,
    async (context, payload, delivery) => {
      const written = await write(context, payload);
      if (!written) return;
      const replyTo = getSellerMailbox(context);
      const mail = renderMail(written.mail, getSender(context));
      await sendMail(
        context.config,
        {
          to: written.to,
          ...(replyTo !== null && { replyTo }),
          ...mail,
          ...(written.attachments && { attachments: written.attachments }),
        },
        delivery.id,
      );
    },
    { goesOutside: true, afterMs },
  );
