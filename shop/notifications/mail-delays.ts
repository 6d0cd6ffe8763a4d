import { MINUTE } from "#contract/time.ts";

/** Most customers pay within minutes of ordering: they get one mail and not two. */
export const PLACED_MAIL_WAIT = 3 * MINUTE;

/** By then it is known why an order was cancelled: an approved request has a mail of its own. */
export const CANCELLED_MAIL_WAIT = MINUTE;
