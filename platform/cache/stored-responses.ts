import { LRUCache } from "lru-cache";
import type { CachedResponse } from "./cached-response.ts";

/** Those with a bounded number of addresses, and in a small place of their own the others. */
export interface StoredResponses {
  /** The answer under this address, which now counts as used last. */
  find(address: string): CachedResponse | undefined;
  add(entry: CachedResponse): void;
  /** To be called when the size of an entry has changed; it may have been dropped by now. */
  countAgain(entry: CachedResponse): void;
  clear(): void;
}

const MEGABYTE = 1024 * 1024;

const BOUNDED = { answers: 4_000, bytes: 48 * MEGABYTE };

const UNBOUNDED = { answers: 200, bytes: 4 * MEGABYTE };

export function createStoredResponses(): StoredResponses {
  const bounded = createStore(BOUNDED);
  const unbounded = createStore(UNBOUNDED);
  const getStore = ({ key }: CachedResponse) => (key.isBounded ? bounded : unbounded);
  return {
    find: (address) => bounded.get(address) ?? unbounded.get(address),
    add: (entry) => getStore(entry).set(entry.key.address, entry),
    countAgain(entry) {
      const [store, { address }] = [getStore(entry), entry.key];
      if (store.peek(address) !== entry) return;
      // The store counts a value when it comes, not when it is set a second time.
      store.delete(address);
      store.set(address, entry);
    },
    clear() {
      bounded.clear();
      unbounded.clear();
    },
  };
}

/** The answers used last; one larger than the whole store pushes out no other. */
const createStore = ({ answers, bytes }: typeof BOUNDED) =>
  new LRUCache<string, CachedResponse>({
    max: answers,
    maxSize: bytes,
    sizeCalculation: (entry) => Math.max(1, entry.bytes),
  });
