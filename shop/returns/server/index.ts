// The public API: the returns of a status, for the owner's day.
export { findReturns } from "./commands.ts";
