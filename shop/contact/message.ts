import * as v from "valibot";
import { optionalText } from "#contract/field.ts";
import { email, fullName } from "#contract/person.ts";

/** Lines of the message box (§2.12). */
export const MESSAGE_ROWS = 10;

/** Characters of one message. */
export const MESSAGE_MAX = 5_000;

/** The contact form (§5): name and e-mail are required, the message is not. */
export const contactMessage = v.object({
  name: fullName,
  email,
  message: optionalText("Message", MESSAGE_MAX),
});

export type ContactMessage = v.InferOutput<typeof contactMessage>;

export const messageMessages = {
  /** Shown in an alert; then the form is empty again (§2.12). */
  received: "Thank you for your message. We'll reply by e-mail.",
  /** A note beside the text, which is kept (D81). */
  notSent: "We couldn't send your message. It is still here: please try again in a moment.",
  tooMany: "Too many messages in a short time. Please try again in a few minutes.",
} as const;
