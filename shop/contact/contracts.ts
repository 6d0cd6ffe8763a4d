import * as v from "valibot";
import { defineContract } from "#contract/endpoint.ts";
import { email } from "#contract/person.ts";
import { contactMessage, messageMessages } from "./message.ts";
import { newsletterMessages } from "./newsletter.ts";

const response = v.object({ success: v.literal(true), message: v.string() });

export const sendMessage = defineContract({
  summary: "A message to the shop; the answer's message is for whoever wrote it",
  body: contactMessage,
  answer: response,
  refusals: { too_many: { status: 429, message: messageMessages.tooMany } },
});

const subscription = {
  success: v.literal(true),
  /** Null while the customer has not verified the mailbox. */
  subscribed: v.nullable(v.boolean()),
};

export const readSubscription = defineContract({
  summary: "Whether the newsletter goes to the customer's address",
  answer: v.object(subscription),
  refusals: {},
});

export const changeSubscription = defineContract({
  summary: "Puts the customer's address on the newsletter's list, or takes it off",
  body: v.object({ subscribed: v.boolean("Say whether the newsletter is wanted") }),
  answer: v.object({ ...subscription, message: v.string() }),
  refusals: { too_many: { status: 429, message: newsletterMessages.tooMany } },
});

export const subscribe = defineContract({
  summary: "Keeps an e-mail address for the newsletter; one that is kept already gets the same answer",
  body: v.object({ email }),
  answer: response,
  refusals: { too_many: { status: 429, message: newsletterMessages.tooMany } },
});
