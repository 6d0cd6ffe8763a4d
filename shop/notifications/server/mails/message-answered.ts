import { formatDateTime } from "#contract/dates.ts";
import { toPrintable } from "#contract/text.ts";
import { DEFAULT_NAME } from "#shop/brand/brand.ts";
import { messageAnswered } from "#shop/contact/events.ts";
import { findMessage } from "#shop/contact/server/index.ts";
import { defineMail } from "../define-mail.ts";
import type { MailContent } from "../mail.ts";
import { sampleMessage } from "../samples.ts";
import { getSender } from "../sender.ts";
import type { WrittenMessage } from "./contact-message.ts";

export const messageAnsweredMail = defineMail(
  messageAnswered,
  "message-answered",
  async (context, { messageId }) => {
    const written = await findMessage(context, messageId);
    if (!written || written.answer === null) return null;
    const { email: to, answer } = written;
    return { to, mail: writeAnswerMail({ ...written, answer }, getSender(context)) };
  },
  {
    when: "'messages answer': your answer to somebody who wrote on the contact page",
    sample: ({ now, seller }) =>
      writeAnswerMail(
        {
          ...sampleMessage,
          receivedAt: now,
          answer: "Yes, it is, on both sides.\n\nA drop of oil now and then keeps it so.",
        },
        { tradeName: seller?.tradeName ?? DEFAULT_NAME },
      ),
  },
);

/** The shop's answer to a message, followed by the message, because its sender may have written to several shops. */
function writeAnswerMail(
  written: WrittenMessage & { answer: string },
  { tradeName }: { tradeName: string },
): MailContent {
  return {
    subject: `Reply to your message to ${tradeName}`,
    preview: toPrintable(written.answer).slice(0, 120),
    heading: "Our answer",
    to: written.name,
    paragraphs: written.answer.split(/\s*\n\s*/),
    ...(written.message.trim() !== "" && { quote: { by: toPrintable(written.name), text: written.message } }),
    footnote: "Any other question? Reply to this e-mail.",
    why: `You're receiving this e-mail because this address was entered on our contact page on ${formatDateTime(written.receivedAt)}.`,
  };
}
