import { readEntries, readFields } from "#contract/read.ts";

/** Maximum number of saved products. If one more is saved, the oldest is removed. */
export const MAX_SAVED = 100;

export const wishlistMessages = {
  title: "Saved pieces",
  none: "Nothing saved yet",
  how: "Tap the heart on a piece to keep it here.",
  failed: "Your saved pieces could not be loaded. Please check your connection and try again.",
  tooMany: "You changed your saved pieces too often. Please try again in a minute.",
} as const;

/** `confirmed` is the server's list. `changes` are not confirmed yet; a login sends them to the account. */
export interface Wishlist {
  accountId: string | null;
  confirmed: readonly string[];
  /** The latest change is last. `saved` is false for a removed product. */
  changes: readonly (readonly [id: string, saved: boolean])[];
}

export const WISHLIST_KEY = "taruva.saved";

export const emptyWishlist: Wishlist = { accountId: null, confirmed: [], changes: [] };

export function listSaved({ confirmed, changes }: Wishlist): string[] {
  const changed = new Map(changes);
  const added = changes.flatMap(([id, saved]) => (saved && !confirmed.includes(id) ? [id] : []));
  return [...added.toReversed(), ...confirmed.filter((id) => changed.get(id) !== false)].slice(0, MAX_SAVED);
}

export function changeSaved(list: Wishlist, id: string, isSaved: boolean): Wishlist {
  const others = list.changes.filter(([other]) => other !== id);
  // A customer's earlier change may be on its way to the server, so the opposite change must be sent too.
  const mayBeSent = list.accountId !== null && others.length < list.changes.length;
  const isUnchanged = isSaved === list.confirmed.includes(id) && !mayBeSent;
  return { ...list, changes: (isUnchanged ? others : [...others, [id, isSaved] as const]).slice(-MAX_SAVED) };
}

/** Returns the list after a response: the server's products, and the changes that were not `sent` with the request. */
export function confirmSaved(
  list: Wishlist,
  confirmed: readonly string[],
  sent: Wishlist["changes"],
): Wishlist {
  const changes = list.changes.filter(
    ([id, saved]) => !sent.some(([sentId, sentSaved]) => sentId === id && sentSaved === saved),
  );
  return { ...list, confirmed: confirmed.slice(0, MAX_SAVED), changes };
}

/** Returns this visitor's list. Keeps a guest's list after a login. Empties a list that another customer left. */
export const assignTo = (list: Wishlist, accountId: string | null): Wishlist =>
  list.accountId === null || list.accountId === accountId
    ? { ...list, accountId }
    : { ...emptyWishlist, accountId };

export function readWishlist(stored: unknown): Wishlist {
  const { accountId, confirmed, changes } = readFields(stored);
  return {
    accountId: typeof accountId === "string" ? accountId : null,
    confirmed: readEntries(confirmed, (id) => (isId(id) ? id : null)).slice(0, MAX_SAVED),
    changes: readEntries(changes, (change) => (isChange(change) ? change : null)).slice(-MAX_SAVED),
  };
}

const isId = (value: unknown): value is string => typeof value === "string" && value !== "";

const isChange = (value: unknown): value is [string, boolean] =>
  Array.isArray(value) && value.length === 2 && isId(value[0]) && typeof value[1] === "boolean";
