import { ApiError } from "#contract/errors.ts";
import { call } from "#client/api.ts";
import { readStoredJson, runInOneTab, subscribeToOtherTabs, writeStored } from "#client/storage.ts";
import { createStore } from "#client/store.ts";
import { getSession, onSessionChange } from "#shop/accounts/web/session.ts";
import { readSaved, removeSaved, saveProducts } from "../endpoints.ts";
import {
  WISHLIST_KEY,
  changeSaved,
  confirmSaved,
  emptyWishlist,
  assignTo,
  listSaved,
  readWishlist,
  type Wishlist,
} from "../wishlist.ts";

/** The ids of the saved products, latest first. Null on the server, and until the browser's storage has been read. */
const saved = createStore<readonly string[] | null>(null);

export const useSaved = (): readonly string[] | null => saved.useValue();

export const useIsSaved = (id: string): boolean => useSaved()?.includes(id) ?? false;

let isStarted = false;

/** Loads the list now and after each login, logout or change in another tab. Further calls do nothing. */
export function startWishlist(): void {
  if (isStarted) return;
  isStarted = true;
  subscribeToOtherTabs([WISHLIST_KEY], publish);
  onSessionChange(followVisitor);
  followVisitor();
}

export function setSaved(id: string, isSaved: boolean): void {
  startWishlist();
  write(changeSaved(readList(), id, isSaved));
  void sendChanges();
}

let visitor: string | null | undefined;

function followVisitor(): void {
  const { user, isRestored } = getSession();
  const currentVisitor = user?._id ?? null;
  if (!isRestored || currentVisitor === visitor) return;
  visitor = currentVisitor;
  write(readList());
  void sendChanges();
}

function readList(): Wishlist {
  const stored = readWishlist(readStoredJson(WISHLIST_KEY));
  return visitor === undefined ? stored : assignTo(stored, visitor);
}

function write(list: Wishlist): void {
  const text = JSON.stringify(list);
  // Store only a changed list, because storing notifies the other tabs. Do not store an initial empty list.
  const isSame = text === JSON.stringify(readStoredJson(WISHLIST_KEY) ?? emptyWishlist);
  if (!isSame) writeStored(WISHLIST_KEY, text);
  publish();
}

function publish(): void {
  const ids = listSaved(readList());
  if (ids.join() !== saved.get()?.join()) saved.set(ids);
}

/** Sends the changes and reads the list of the account. If that fails, keeps the changes for the next time. */
const sendChanges = (): Promise<void> =>
  runInOneTab("wishlist", async () => {
    const accountId = visitor;
    if (typeof accountId !== "string") return;
    const { changes } = readList();
    const added = changes.flatMap(([id, isSaved]) => (isSaved ? [id] : []));
    const removed = changes.flatMap(([id, isSaved]) => (isSaved ? [] : [id]));
    try {
      let response = null;
      if (removed.length > 0) response = await call(removeSaved, { body: { productIds: removed } });
      if (added.length > 0) response = await call(saveProducts, { body: { productIds: added } });
      const { productIds } = response ?? (await call(readSaved, {}));
      if (visitor === accountId) write(confirmSaved(readList(), productIds, changes));
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
    }
  });
