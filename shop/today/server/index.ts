export { findToday } from "./find-today.ts";
export { listTodayFacts } from "./today-command.ts";
