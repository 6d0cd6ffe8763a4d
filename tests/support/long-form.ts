/**
 * True if TEST_LONG=on: tests then cover more cases than in `npm test`. Always false with the embedded engine, because
 * the tests with a PostgreSQL server already cover these cases.
 */
export const isLongForm = process.env["TEST_LONG"] === "on" && process.env["TEST_ENGINE"] !== "embedded";

export const pickSize = (short: number, full: number): number => (isLongForm ? full : short);
