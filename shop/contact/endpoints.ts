import * as v from "valibot";
import { endpoint } from "#contract/endpoint.ts";
import { messageIn } from "#contract/read.ts";
import { contactMessage, messageMessages } from "./message.ts";
import { newsletterMessages, subscription } from "./newsletter.ts";

const answer = v.object({ success: v.literal(true), message: v.string() });

export const sendMessage = endpoint({
  method: "POST",
  path: "/api/contact",
  summary: "A message to the shop; the answer's message is for whoever wrote it",
  policy: "public",
  body: contactMessage,
  answer,
  read: messageIn,
  refusals: { too_many: { status: 429, message: messageMessages.tooMany } },
});

export const subscribe = endpoint({
  method: "POST",
  path: "/api/newsletter",
  summary: "Keeps an e-mail address for the newsletter; one that is kept already gets the same answer",
  policy: "public",
  body: subscription,
  answer,
  read: messageIn,
  refusals: { too_many: { status: 429, message: newsletterMessages.tooMany } },
});
