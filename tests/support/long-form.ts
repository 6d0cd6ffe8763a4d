/**
 * True if tests run in their full size, which TEST_LONG=on selects. `npm test` has no time for it. The embedded engine
 * always runs the short size, because more repetitions would test the same code as on the server.
 */
export const isLongForm = process.env["TEST_LONG"] === "on" && process.env["TEST_ENGINE"] !== "embedded";

/** Returns the number of repetitions or items: `short` in `npm test`, `full` in the long form. */
export const pickSize = (short: number, full: number): number => (isLongForm ? full : short);
