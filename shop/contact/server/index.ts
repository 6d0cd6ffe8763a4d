/** The public API of the feature: messages for mails to the owner, and personal data for its export and deletion. */
export { deleteMessages, findMessage, listOwnMessages, listUnanswered } from "./contact-messages.ts";
export { deleteSubscriber, findOwnSubscription } from "./newsletter.ts";
