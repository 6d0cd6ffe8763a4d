import type { Mail } from "#platform/mail.ts";
import type { Letter } from "../letter.ts";
import { asHtml } from "./letter-html.ts";
import { asText } from "./letter-text.ts";
import type { Sender } from "./sender.ts";

/** A letter as plain text and as HTML that mail programs of every age show alike. */
export function layOutLetter(letter: Letter, sender: Sender): Omit<Mail, "to"> {
  const { isSample, subject, replyTo } = letter;
  return {
    subject: isSample ? `[Sample] ${subject}` : subject,
    text: asText(letter, sender),
    html: asHtml(letter, sender),
    ...(replyTo !== undefined && { replyTo }),
  };
}
