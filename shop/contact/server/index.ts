// The door. What people write here is for the owner: it is read by whoever brings it to them.
export { findMessage } from "./save-message.ts";
