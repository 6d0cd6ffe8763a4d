/** TEST_LONG=on: the tests that have one run in their full size, which `npm test` has no time for. */
export const isLongForm = process.env["TEST_LONG"] === "on";

/** How often, or of how many: in `npm test`, and in full. */
export const pickSize = (short: number, full: number): number => (isLongForm ? full : short);
