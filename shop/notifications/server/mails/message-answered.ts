import { formatDateTime } from "#contract/dates.ts";
import { toPrintable } from "#contract/text.ts";
import { DEFAULT_NAME } from "#shop/brand/brand.ts";
import { messageAnswered } from "#shop/contact/events.ts";
import { findMessage } from "#shop/contact/server/index.ts";
import { defineMail } from "../define-mail.ts";
import type { MailDraft } from "../mail.ts";
import { sampleMessage } from "../samples.ts";
import { getSender } from "../sender.ts";
import type { WrittenMessage } from "./contact-message.ts";

export const messageAnsweredMail = defineMail(
  messageAnswered,
  "message-answered",
  async (context, { messageId }) => {
    const contactMessage = await findMessage(context, messageId);
    if (!contactMessage || contactMessage.answer === null) return null;
    const { email: to, answer } = contactMessage;
    return { to, mail: writeAnswerMail({ ...contactMessage, answer }, getSender(context)) };
  },
  {
    when: "you answer a message from the contact page",
    sample: ({ now, seller }) =>
      writeAnswerMail(
        {
          ...sampleMessage,
          receivedAt: now,
          answer: "Yes, it is, on both sides.\n\nOil it now and then to keep it that way.",
        },
        { tradeName: seller?.tradeName ?? DEFAULT_NAME },
      ),
  },
);

/** Quotes the message below the answer, because its sender may have written to several shops. */
function writeAnswerMail(
  contactMessage: WrittenMessage & { answer: string },
  { tradeName }: { tradeName: string },
): MailDraft {
  return {
    subject: `Reply to your message to ${tradeName}`,
    preview: toPrintable(contactMessage.answer).slice(0, 120),
    heading: "Our answer",
    to: contactMessage.name,
    paragraphs: contactMessage.answer.split(/\s*\n\s*/),
    quote: { by: "Your message", text: contactMessage.message.trim() },
    footnote: "Any other question? Reply to this e-mail.",
    why: `You're receiving this e-mail because this address was entered on our contact page on ${formatDateTime(contactMessage.receivedAt)}.`,
  };
}
