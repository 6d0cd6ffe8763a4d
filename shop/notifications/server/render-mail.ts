import type { Mail } from "#platform/mail/mail.ts";
import type { MailContent } from "../mail.ts";
import { toHtml } from "./mail-html.ts";
import { toText } from "./mail-text.ts";
import type { Sender } from "./sender.ts";

/** A mail as plain text and as HTML that mail programs of every age show alike. */
export function renderMail(mail: MailContent, sender: Sender): Omit<Mail, "to"> {
  const { isSample, subject, replyTo } = mail;
  return {
    subject: isSample ? `[Sample] ${subject}` : subject,
    text: toText(mail, sender),
    html: toHtml(mail, sender),
    ...(replyTo !== undefined && { replyTo }),
  };
}
