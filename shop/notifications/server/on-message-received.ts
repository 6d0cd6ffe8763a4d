import { isOneAddress } from "#platform/mail.ts";
import { findMessage } from "#server/contact";
import { messageReceived } from "#shop/contact/events.ts";
import { contactLetter } from "../contact-letter.ts";
import { ownersMailbox } from "./sender.ts";
import { writeOn } from "./write-to.ts";

/** Brings a contact message to the owner. Without an address it waits in `messages list`. */
export const onMessageReceived = writeOn(
  messageReceived,
  "contact-message",
  async (context, { messageId }) => {
    const written = await findMessage(context, messageId);
    const to = ownersMailbox(context);
    if (to === null) context.log.warn("a contact message waits in 'messages list': MAIL_TO is not set");
    return written && to !== null
      ? { to, letter: contactLetter(written, { canReply: isOneAddress(written.email) }) }
      : null;
  },
);
