// The door. Nobody calls this room: it listens to events and writes mails.
export { mailCommands } from "./commands.ts";
