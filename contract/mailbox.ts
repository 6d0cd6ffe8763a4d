/** The domain of the placeholder address of accounts without an e-mail address. `.invalid` never exists (RFC 2606). */
export const NO_MAILBOX = "@phone.invalid";

/** Returns an e-mail address for the owner: of an account without one, only the phone number. */
export const showMailbox = (email: string): string => email.replace(NO_MAILBOX, "");
