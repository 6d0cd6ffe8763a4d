/**
 * The end of the placeholder address of an account that has no e-mail address. The host cannot exist (RFC 2606), and
 * the shop sends no mail to it.
 */
export const NO_MAILBOX = "@phone.invalid";
