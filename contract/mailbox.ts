/**
 * The host of the e-mail address of an account without a mailbox. The host cannot exist (RFC 2606), and no mail is sent
 * to it.
 */
export const NO_MAILBOX = "@phone.invalid";
