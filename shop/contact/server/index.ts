/** Public functions: messages for the mails to the owner; subscriptions for export and deletion of personal data. */
export { deleteMessages, findMessage, listOwnMessages, listUnanswered } from "./contact-messages.ts";
export { deleteSubscriber, findOwnSubscription } from "./newsletter.ts";
