/**
 * The host in the placeholder e-mail address of an account without an e-mail address. It cannot exist (RFC 2606), and
 * no mail is sent to it.
 */
export const NO_MAILBOX = "@phone.invalid";
