/** The end of the placeholder address that accounts without e-mail get. The host cannot exist (RFC 2606). */
export const NO_MAILBOX = "@phone.invalid";
