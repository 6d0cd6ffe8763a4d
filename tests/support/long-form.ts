/**
 * True if tests run in their full size. TEST_LONG=on sets it, because the full size takes too long for `npm test`. The
 * embedded engine runs all tests in the short size, because more repetitions would test the same code as on the server.
 */
export const isLongForm = process.env["TEST_LONG"] === "on" && process.env["TEST_ENGINE"] !== "embedded";

/** Returns the number of repetitions or items: `short` in `npm test`, `full` in the long form. */
export const pickSize = (short: number, full: number): number => (isLongForm ? full : short);
