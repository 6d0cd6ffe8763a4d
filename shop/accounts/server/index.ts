/** The public API of the feature: what other features may use. */
export { findPrincipal, findSocketOwner, findSocketPrincipal } from "./find-principal.ts";
export { provePassword } from "./change-password.ts";
export { listOwnSessions } from "./own-sessions.ts";
export { setSessionMark } from "./session-cookie.ts";
export { dropUnproven } from "./mailbox-proof.ts";
export { openAccount } from "./open-account.ts";
export { removeAccount } from "./remove-account.ts";
export { readResetProof } from "./reset-codes.ts";
export { type AccountEntry, findActivity, listActivity, listNewestActivity } from "./find-activity.ts";
export { findAccountByEmail, listAccounts } from "./list-accounts.ts";
export {
  type Account,
  findAccount,
  type HeldAccount,
  holdAccount,
  hasProvenMailbox,
} from "./find-account.ts";
