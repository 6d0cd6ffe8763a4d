// The public API: the addresses that the owner's mails carry.
export { buildOwnerHref, OWNER_PATH } from "./owner-page.ts";
export { hasDigest } from "./owner-acts.ts";
