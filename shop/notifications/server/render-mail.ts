import type { Mail } from "#platform/mail.ts";
import type { MailContent } from "../mail.ts";
import { asHtml } from "./mail-html.ts";
import { asText } from "./mail-text.ts";
import type { Sender } from "./sender.ts";

/** A letter as plain text and as HTML that mail programs of every age show alike. */
export function renderMail(mail: MailContent, sender: Sender): Omit<Mail, "to"> {
  const { isSample, subject, replyTo } = mail;
  return {
    subject: isSample ? `[Sample] ${subject}` : subject,
    text: asText(mail, sender),
    html: asHtml(mail, sender),
    ...(replyTo !== undefined && { replyTo }),
  };
}
