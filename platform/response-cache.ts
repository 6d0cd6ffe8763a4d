import type { IncomingMessage, ServerResponse } from "node:http";
import { chooseEncoding, getPlainBody } from "./encodings.ts";
import { createResponseStore, type ResponseStore } from "./response-store.ts";
import {
  type CacheableResponse,
  type CachedResponse,
  createEntry,
  isKnown,
  send,
  sendNotModified,
} from "./cached-response.ts";
import { type Compression, sendCompressed } from "./send-compressed.ts";
import { createWorkQueue } from "./work-queue.ts";

/** What an address is cached under. Addresses that are answered alike have the same key. */
export interface CacheKey {
  /** The one form of the address; a page is made for it, not for the address as it was sent. */
  address: string;
  /**
   * Whether only so many such addresses exist as the catalogue gives rise to. Of the others anyone can think up as
   * many as they like: they have a small place of their own, where they only push out one another.
   */
  isBounded: boolean;
}

/**
 * Whole answers in memory, served before the framework is involved. They hold nothing of the visitor, so one copy
 * serves all; `clear` drops them when the catalogue changes. Texts are compressed when someone takes them so: lightly
 * at first, thoroughly once they are asked for again.
 */
export interface ResponseCache {
  keyOf(url: string): CacheKey;
  /** Serves a cached answer: that of `address`, or of the request's own. False when there is none. */
  serve(request: IncomingMessage, response: ServerResponse, address?: string): boolean;
  /** The number of the present version: read it before you compose an answer to be cached. */
  version(): number;
  /** Caches an answer for `serve`, unless the cache was cleared since the version it was composed in. */
  set(url: string, composedIn: number, answer: CacheableResponse): void;
  clear(): void;
}

const MEGABYTE = 1024 * 1024;

const BOUNDED = { answers: 4_000, bytes: 48 * MEGABYTE };

const UNBOUNDED = { answers: 200, bytes: 4 * MEGABYTE };

/** Beyond that texts are sent as they are: the threads are needed for passwords and files too. */
const MOST_COMPRESSING = 8;

/** Files of the build and the like: no parameter makes a difference, and whatever is cached is one of them. */
const toCacheKey = (url: string): CacheKey => ({ address: url.split("?", 1)[0] ?? url, isBounded: true });

export function createResponseCache(keyOf: (url: string) => CacheKey = toCacheKey): ResponseCache {
  const stores: Stores = {
    bounded: createResponseStore(BOUNDED.answers, BOUNDED.bytes),
    unbounded: createResponseStore(UNBOUNDED.answers, UNBOUNDED.bytes),
  };
  const compression: Compression = {
    queue: createWorkQueue({ atOnce: MOST_COMPRESSING, mostWaiting: 0 }),
    onResized: (entry) => countAgain(stores, entry),
  };
  let version = 0;
  return {
    keyOf,
    serve(request, response, address) {
      if (request.method !== "GET" && request.method !== "HEAD") return false;
      const url = address ?? request.url ?? "";
      const entry = find(stores, url) ?? find(stores, keyOf(url).address);
      if (entry) answer(request, response, entry, compression);
      return entry !== undefined;
    },
    version: () => version,
    set(url, composedIn, response) {
      const key = keyOf(url);
      if (composedIn !== version || find(stores, key.address)) return;
      const entry = createEntry(key, response);
      getStore(stores, entry).set(key.address, entry);
    },
    clear() {
      version++;
      stores.bounded.clear();
      stores.unbounded.clear();
    },
  };
}

interface Stores {
  bounded: ResponseStore<CachedResponse>;
  unbounded: ResponseStore<CachedResponse>;
}

const find = ({ bounded, unbounded }: Stores, address: string): CachedResponse | undefined =>
  bounded.get(address) ?? unbounded.get(address);

const getStore = ({ bounded, unbounded }: Stores, { key }: CachedResponse): ResponseStore<CachedResponse> =>
  key.isBounded ? bounded : unbounded;

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  entry: CachedResponse,
  compression: Compression,
): void {
  const encoding = entry.isText ? chooseEncoding(request.headers["accept-encoding"]) : "plain";
  if (isKnown(request, entry, encoding)) sendNotModified(response, entry, encoding);
  else if (encoding === "plain") send(response, entry, encoding, getPlainBody(entry.bodies));
  else sendCompressed(compression, response, entry, encoding);
}

/** Its size has changed; it may have been dropped by now. */
function countAgain(stores: Stores, entry: CachedResponse): void {
  const [store, { address }] = [getStore(stores, entry), entry.key];
  if (store.get(address) === entry) store.set(address, entry);
}
