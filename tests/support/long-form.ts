/** TEST_LONG=on runs tests in their full size, which would take too long in `npm test`. */
export const isLongForm = process.env["TEST_LONG"] === "on";

/** Returns a number of repetitions or items: `short` in `npm test`, `full` in the long form. */
export const pickSize = (short: number, full: number): number => (isLongForm ? full : short);
