import * as v from "valibot";
import { defineContract } from "#contract/endpoint.ts";
import { email } from "#contract/person.ts";
import { contactMessage, messageMessages } from "./message.ts";
import { newsletterMessages } from "./newsletter.ts";

const response = v.object({ success: v.literal(true), message: v.string() });

export const sendMessage = defineContract({
  summary: "Sends a message to the shop; the response has a text for the sender",
  body: contactMessage,
  answer: response,
  refusals: { too_many: { status: 429, message: messageMessages.tooMany } },
});

const subscription = {
  success: v.literal(true),
  /** True if the customer gets the newsletter; null while the customer's e-mail address is not verified. */
  subscribed: v.nullable(v.boolean()),
};

export const readSubscription = defineContract({
  summary: "Returns whether the customer is subscribed to the newsletter",
  answer: v.object(subscription),
});

export const changeSubscription = defineContract({
  summary: "Subscribes the customer to the newsletter, or unsubscribes them",
  body: v.object({ subscribed: v.boolean("Newsletter must be true or false") }),
  answer: v.object({ ...subscription, message: v.string() }),
  refusals: { too_many: { status: 429, message: newsletterMessages.tooMany } },
});

export const subscribe = defineContract({
  summary:
    "Subscribes an e-mail address to the newsletter; if it is already subscribed, the response is the same",
  body: v.object({ email }),
  answer: response,
  refusals: { too_many: { status: 429, message: newsletterMessages.tooMany } },
});
