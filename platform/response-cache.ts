import type { IncomingMessage, ServerResponse } from "node:http";
import { chooseEncoding, compress, type Compressed, type Effort, getPlainBody } from "./encodings.ts";
import { createResponseStore } from "./response-store.ts";
import {
  countBytes,
  type CacheableResponse,
  type CachedResponse,
  createEntry,
  isKnown,
  send,
  sendNotModified,
} from "./cached-response.ts";

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

const SERVED_AGAIN = 3;

/** Beyond that texts are sent as they are: the threads are needed for passwords and files too. */
const MOST_COMPRESSING = 8;

/** Files of the build and the like: no parameter makes a difference, and whatever is cached is one of them. */
const toCacheKey = (url: string): CacheKey => ({ address: url.split("?", 1)[0] ?? url, isBounded: true });

export function createResponseCache(keyOf: (url: string) => CacheKey = toCacheKey): ResponseCache {
  const bounded = createResponseStore<CachedResponse>(BOUNDED.answers, BOUNDED.bytes);
  const unbounded = createResponseStore<CachedResponse>(UNBOUNDED.answers, UNBOUNDED.bytes);
  const find = (address: string) => bounded.get(address) ?? unbounded.get(address);
  const storeOf = ({ key }: CachedResponse) => (key.isBounded ? bounded : unbounded);
  let [version, compressing] = [0, 0];

  const addBody = (entry: CachedResponse, encoding: Compressed, body: Buffer) => {
    // Hardly any browser takes a text as it is: that form is not cached beside a compressed one.
    const { plain: _, ...others } = entry.bodies;
    entry.bodies = { ...others, [encoding]: body };
    entry.bytes = countBytes(entry.bodies);
    const [store, { address }] = [storeOf(entry), entry.key];
    if (store.get(address) === entry) store.set(address, entry);
    return body;
  };

  /** Rejects while too much else is being compressed. */
  const addCompressed = (entry: CachedResponse, encoding: Compressed, effort: Effort): Promise<Buffer> => {
    const underWay = entry.compressing[encoding];
    if (underWay) return underWay;
    if (compressing >= MOST_COMPRESSING) return Promise.reject(new Error("busy compressing"));
    compressing++;
    const work = compress(getPlainBody(entry.bodies), encoding, effort)
      .then((body) => addBody(entry, encoding, body))
      .finally(() => {
        compressing--;
        delete entry.compressing[encoding];
      });
    entry.compressing[encoding] = work;
    return work;
  };

  const sendCompressed = (response: ServerResponse, entry: CachedResponse, encoding: Compressed) => {
    const body = entry.bodies[encoding];
    if (body === undefined) {
      addCompressed(entry, encoding, "light").then(
        (made) => send(response, entry, encoding, made),
        () => send(response, entry, "plain", getPlainBody(entry.bodies)),
      );
      return;
    }
    send(response, entry, encoding, body);
    if (entry.served < SERVED_AGAIN && ++entry.served === SERVED_AGAIN)
      addCompressed(entry, encoding, "thorough").catch(() => (entry.served = 0));
  };

  return {
    keyOf,
    serve(request, response, address) {
      if (request.method !== "GET" && request.method !== "HEAD") return false;
      const url = address ?? request.url ?? "";
      const entry = find(url) ?? find(keyOf(url).address);
      if (!entry) return false;
      const encoding = entry.isText ? chooseEncoding(request.headers["accept-encoding"]) : "plain";
      if (isKnown(request, entry, encoding)) sendNotModified(response, entry, encoding);
      else if (encoding === "plain") send(response, entry, encoding, getPlainBody(entry.bodies));
      else sendCompressed(response, entry, encoding);
      return true;
    },
    version: () => version,
    set(url, composedIn, answer) {
      const key = keyOf(url);
      if (composedIn !== version || find(key.address)) return;
      const entry = createEntry(key, answer);
      storeOf(entry).set(key.address, entry);
    },
    clear() {
      version++;
      bounded.clear();
      unbounded.clear();
    },
  };
}
