import { generateUuid } from "#platform/ids.ts";

/** What the owner writes down beside an order, as a row of `orderNote`. */
export const createNote = (now: Date, orderKey: string, text: string) => ({
  id: generateUuid(now.getTime()),
  orderId: orderKey,
  words: text,
  writtenAt: now,
});
