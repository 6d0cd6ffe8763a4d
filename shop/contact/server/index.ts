export { deleteMessages, findMessage, listOwnMessages, listUnanswered } from "./contact-messages.ts";
export { deleteSubscriber, findOwnSubscription } from "./newsletter.ts";
