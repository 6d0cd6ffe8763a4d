/** TEST_LONG=on: the tests that have one run in their full size, which `npm test` has no time for. */
export const isLongForm = process.env["TEST_LONG"] === "on";

/** Returns a number of repetitions or items: `short` in `npm test`, `full` in the long form. */
export const pickSize = (short: number, full: number): number => (isLongForm ? full : short);
