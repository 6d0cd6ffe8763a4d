// The public API of the feature: the daily list, for the owner's mail.
export { findToday } from "./find-today.ts";
export { listTodayFacts } from "./today-command.ts";
