/** The domain of the placeholder address of accounts without an e-mail address. `.invalid` never exists (RFC 2606). */
export const NO_MAILBOX = "@phone.invalid";

/** Returns an account's e-mail address for the owner, or the phone number if the account has no address. */
export const showMailbox = (email: string): string => email.replace(NO_MAILBOX, "");
