/** Ends the address of an account whose customer has no mailbox: a host that cannot exist (RFC 2606). No mail is sent to it. */
export const NO_MAILBOX = "@phone.invalid";
