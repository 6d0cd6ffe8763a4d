// The public API: what waits for the owner, for the mail that says so.
export { findToday } from "./find-today.ts";
export { listTodayFacts } from "./today-command.ts";
