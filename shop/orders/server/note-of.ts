import { uuidv7 } from "#platform/ids.ts";

/** What the owner writes down beside an order, as a row of `orderNote`. */
export const noteOf = (now: Date, orderKey: string, words: string) => ({
  id: uuidv7(now.getTime()),
  orderId: orderKey,
  words,
  writtenAt: now,
});
