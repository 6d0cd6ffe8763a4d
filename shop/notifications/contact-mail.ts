import { formatDateTime } from "#contract/dates.ts";
import { toPrintable } from "#contract/text.ts";
import type { MailContent } from "./mail.ts";

/** What someone wrote on the contact page, as it lies in the shop's books. */
export interface WrittenMessage {
  id: string;
  name: string;
  email: string;
  message: string;
  receivedAt: Date;
}

/** A contact message to the owner; the answer goes to the person who wrote it. `canReply`: the address takes mails. */
export function writeContactMail(written: WrittenMessage, { canReply }: { canReply: boolean }): MailContent {
  const name = toPrintable(written.name);
  return {
    subject: `Message from ${name}`,
    preview: toPrintable(written.message).slice(0, 120) || "The message box was left empty.",
    heading: "Somebody wrote to the shop",
    paragraphs: [],
    facts: [
      { label: "From", value: name },
      { label: "E-mail", value: toPrintable(written.email) },
      { label: "Received", value: formatDateTime(written.receivedAt) },
    ],
    quote: { by: name, text: written.message || "The message box was left empty." },
    footnote:
      (canReply ? "Answer this mail and it goes to whoever wrote. " : "") +
      `When it is answered: npm run shop -- messages answered ${written.id}`,
    why: "You get this mail because messages to the shop come to this address (MAIL_TO).",
    ...(canReply && { replyTo: written.email }),
  };
}
