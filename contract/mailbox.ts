/** The domain of the placeholder address of accounts without an e-mail address. `.invalid` never exists (RFC 2606). */
export const NO_MAILBOX = "@phone.invalid";
