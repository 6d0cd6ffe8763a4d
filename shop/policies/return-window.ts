import { formatCount } from "#contract/text.ts";

/**
 * The days after the delivery in which a customer may ask to return; the shop shows them as '7 Days Replacement' (§9).
 */
export const RETURN_WITHIN_DAYS = 7;

/** How to ask for a return on the order's page, and until when. */
export const returnPromise = `On your order page, 'Return pieces' is open for ${formatCount(RETURN_WITHIN_DAYS, "day")} after delivery.`;
