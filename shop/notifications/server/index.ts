// The public API. This feature is not called: it subscribes to events and writes mails.
export { mailCommands } from "./commands.ts";
