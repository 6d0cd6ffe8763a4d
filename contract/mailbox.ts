/**
 * The host in the placeholder e-mail address of an account without an e-mail address. This host cannot exist (RFC
 * 2606), and the shop sends no mail to it.
 */
export const NO_MAILBOX = "@phone.invalid";
