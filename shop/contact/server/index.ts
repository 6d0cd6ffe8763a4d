/** The public API: messages for the feature that mails them to the owner, subscriptions for who takes their data along or leaves. */
export { listUnanswered } from "./list-unanswered.ts";
export { findMessage } from "./save-message.ts";
export { deleteSubscriber, findOwnSubscription } from "./subscriptions.ts";
