import { formatCount } from "#contract/text.ts";

/** For how many days after the delivery its customer may ask to return it; what the shop shows as '7 Days Replacement' (§9). */
export const RETURN_WITHIN_DAYS = 7;

/** How to ask for a return on the order's page, and until when. */
export const returnPromise = `On your order page, 'Return pieces' is open for ${formatCount(RETURN_WITHIN_DAYS, "day")} after delivery.`;
