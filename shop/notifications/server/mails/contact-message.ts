import { formatDateTime } from "#contract/dates.ts";
import { deskLinks } from "#contract/desk-links.ts";
import { toPrintable } from "#contract/text.ts";
import { isOneAddress } from "#platform/mail/send-mail.ts";
import { messageReceived } from "#shop/contact/events.ts";
import { findMessage } from "#shop/contact/server/index.ts";
import { defineMail } from "../define-mail.ts";
import type { MailContent } from "../mail.ts";
import { sampleMessage } from "../samples.ts";
import { command, linkToDesk } from "../owner-mail.ts";
import { getOwnerMailbox } from "../sender.ts";

/** This mail is not sent if the owner's address is missing. The message is then only in the list of messages. */
export const contactMessageMail = defineMail(
  messageReceived,
  "contact-message",
  async (context, { messageId }) => {
    const contactMessage = await findMessage(context, messageId);
    const to = getOwnerMailbox(context);
    if (to === null)
      context.log.warn(
        "a contact message is not e-mailed because MAIL_TO is not set; the list of messages shows it",
      );
    return contactMessage && to !== null
      ? {
          to,
          mail: writeContactMail(contactMessage, {
            canReply: isOneAddress(contactMessage.email),
            deskUrl: context.config.deskUrl,
          }),
        }
      : null;
  },
  {
    when: "somebody writes on the contact page; the e-mail goes to you (MAIL_TO), and your reply goes to the sender",
    sample: ({ now, deskUrl }) =>
      writeContactMail({ ...sampleMessage, receivedAt: now }, { canReply: true, deskUrl }),
  },
);

/** If `canReply` is true, the sender's e-mail address is valid and becomes the mail's reply address. */
export function writeContactMail(
  contactMessage: WrittenMessage,
  { canReply, deskUrl }: { canReply: boolean; deskUrl?: string | undefined },
): MailContent {
  const action = linkToDesk(deskUrl, "Open the messages", deskLinks.messages());
  const name = toPrintable(contactMessage.name);
  return {
    subject: `Message from ${name}`,
    preview: toPrintable(contactMessage.message).slice(0, 120) || "The message box was left empty.",
    heading: "Somebody wrote to the shop",
    paragraphs: [],
    facts: [
      { label: "From", value: name },
      { label: "E-mail", value: toPrintable(contactMessage.email) },
      { label: "Received", value: formatDateTime(contactMessage.receivedAt) },
    ],
    quote: { by: name, text: contactMessage.message || "The message box was left empty." },
    action,
    footnote: [
      ...(canReply ? ["Your reply to this e-mail goes to the sender."] : []),
      ...(action
        ? []
        : [
            `When you have answered, mark it as answered: ${command(`messages ${contactMessage.id} --elsewhere`)}`,
          ]),
    ].join(" "),
    why: "You're receiving this e-mail because messages to the shop are sent to this address (MAIL_TO).",
    ...(canReply && { replyTo: contactMessage.email }),
  };
}

export type WrittenMessage = typeof sampleMessage & { receivedAt: Date };
