/**
 * True for TEST_LONG=on, which repeats tests more often than `npm test`. The embedded engine never does: the
 * repetitions with a server already test the same code.
 */
export const isLongForm = process.env["TEST_LONG"] === "on" && process.env["TEST_ENGINE"] !== "embedded";

export const pickSize = (short: number, full: number): number => (isLongForm ? full : short);
