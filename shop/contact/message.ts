import * as v from "valibot";
import { optionalText } from "#contract/field.ts";
import { email, fullName } from "#contract/person.ts";

/** The height of the message box in lines (§2.12). */
export const MESSAGE_ROWS = 10;

export const MESSAGE_MAX = 5_000;

export const contactMessage = v.object({
  name: fullName,
  email,
  message: optionalText("Message", MESSAGE_MAX),
});

export const messageMessages = {
  /** Shown in an alert. The form is cleared (§2.12). */
  received: "Thank you for your message. We'll reply by e-mail.",
  /** Shown beside the message box. The form keeps the typed text (D81). */
  notSent: "We couldn't send your message. It is still here: please try again in a moment.",
  tooMany: "Too many messages in a short time. Please try again in a few minutes.",
} as const;
