import { shopDateTime } from "#contract/dates.ts";
import { printable } from "#shop/orders/invoice-parties.ts";
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
export function contactMail(written: WrittenMessage, { canReply }: { canReply: boolean }): MailContent {
  const name = printable(written.name);
  return {
    subject: `Message from ${name}`,
    preview: printable(written.message).slice(0, 120) || "The message box was left empty.",
    heading: "Somebody wrote to the shop",
    paragraphs: [],
    facts: [
      { label: "From", value: name },
      { label: "E-mail", value: printable(written.email) },
      { label: "Received", value: shopDateTime(written.receivedAt) },
    ],
    quote: { by: name, words: written.message || "The message box was left empty." },
    footnote:
      (canReply ? "Answer this mail and it goes to whoever wrote. " : "") +
      `When it is answered: npm run shop -- messages answered ${written.id}`,
    why: "You get this mail because messages to the shop come to this address (MAIL_TO).",
    ...(canReply && { replyTo: written.email }),
  };
}
