/** The public API: messages for the feature that mails them to the owner, subscriptions for who takes their data along or leaves. */
export { listUnanswered, findMessage } from "./contact-messages.ts";
export { deleteSubscriber, findOwnSubscription } from "./newsletter.ts";
