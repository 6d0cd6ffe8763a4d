// The public API. Messages are for the owner: the feature that mails them reads them here.
export { listUnanswered } from "./list-unanswered.ts";
export { findMessage } from "./save-message.ts";
