/**
 * True if tests run in their full size, which TEST_LONG=on selects. `npm test` does not, because it would take too
 * long. The embedded engine always runs the short size, because more repetitions would test the same code as on the
 * server.
 */
export const isLongForm = process.env["TEST_LONG"] === "on" && process.env["TEST_ENGINE"] !== "embedded";

export const pickSize = (short: number, full: number): number => (isLongForm ? full : short);
