/** The end of the placeholder address of an account without e-mail. The host cannot exist (RFC 2606). */
export const NO_MAILBOX = "@phone.invalid";
