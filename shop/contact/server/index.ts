/** The public API: messages for the feature that mails them to the owner, subscriptions for who takes their data along or leaves. */
export { deleteMessages, findMessage, listOwnMessages, listUnanswered } from "./contact-messages.ts";
export { deleteSubscriber, findOwnSubscription } from "./newsletter.ts";
