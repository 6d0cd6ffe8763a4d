export { findPrincipal, findSocketOwner, findSocketPrincipal, setSessionMark } from "./sessions.ts";
export { checkCurrentPassword } from "./passwords.ts";
export { listOwnSessions } from "./own-sessions.ts";
export { deleteUnverifiedData } from "./mailbox-proof.ts";
export {
  openAccount,
  removeAccount,
  findAccountByEmail,
  hasAccount,
  listAccounts,
  type Account,
  findAccount,
  type LockedAccount,
  lockAccount,
  findVerifiedEmail,
  setVerified,
} from "./accounts.ts";
export { accountArgument, requireAccount } from "./commands.ts";
export { readResetProof } from "./reset-password.ts";
export { type AccountEntry, findActivity, listActivity, listNewestActivity } from "./activity.ts";
