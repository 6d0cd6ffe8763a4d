import * as v from "valibot";
import { optionalText } from "#contract/field.ts";
import { email, fullName } from "#contract/person.ts";

/** Number of lines of the message box (§2.12). */
export const MESSAGE_ROWS = 10;

/** Maximum number of characters of a message. */
export const MESSAGE_MAX = 5_000;

/** The contact form (§5): name and e-mail are required, the message is not. */
export const contactMessage = v.object({
  name: fullName,
  email,
  message: optionalText("Message", MESSAGE_MAX),
});

export type ContactMessage = v.InferOutput<typeof contactMessage>;

export const messageMessages = {
  /** Shown in an alert; then the form is cleared (§2.12). */
  received: "Thank you for your message. We'll reply by e-mail.",
  /** Shown beside the text, which stays in the form (D81). */
  notSent: "We couldn't send your message. It is still here: please try again in a moment.",
  tooMany: "Too many messages in a short time. Please try again in a few minutes.",
} as const;
