import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import type { Clock } from "../clock.ts";
import {
  chooseEncoding,
  compress,
  type Compressed,
  type Effort,
  getPlainBody,
  type EncodedBody,
  toEncodedBody,
  type EncodedBodies,
  type Encoding,
  isText,
} from "../http/encoded-body.ts";
import { createWorkQueue, type WorkQueue } from "../limits/work-queue.ts";

/** Keeps complete responses without visitor data in memory, so that they can be sent before Fastify runs. */
export interface ResponseCache {
  keyOf(url: string): CacheKey;
  /**
   * Serves the cached response for `address` (default: the request's URL). Returns false if it is not cached, or if
   * the method is neither GET nor HEAD.
   */
  serve(request: IncomingMessage, response: ServerResponse, address?: string): boolean;
  /** Increases when the cache is cleared. Read it before you create a response for `set`. */
  version(): number;
  /** Caches a response, unless its URL is cached already or `version()` no longer equals `composedIn`. */
  set(url: string, composedIn: number, answer: CacheableResponse): void;
  clear(): void;
}

const MAX_COMPRESSING = 8;

const toCacheKey = (url: string): CacheKey => ({ address: url.split("?", 1)[0] ?? url, isBounded: true });

interface CacheOptions {
  always?: Readonly<Record<string, string>>;
  /** All responses expire at the time that `findEnd` returns, because they may show the year, a date or a tax rate. */
  expiry?: { now: Clock; findEnd: (date: Date) => Date };
  countVisit?: (request: IncomingMessage, visit: VisitKey) => void;
}

export function createResponseCache(
  keyOf: (url: string) => CacheKey = toCacheKey,
  { always = {}, expiry, countVisit }: CacheOptions = {},
): ResponseCache {
  const stored = createStoredResponses();
  const compression: Compression = {
    queue: createWorkQueue({ atOnce: MAX_COMPRESSING, maxWaiting: 0 }),
    onResized: stored.countAgain,
  };
  const keys = createKeyMemory(keyOf);
  let version = 0;
  let expiresAt: number | undefined;

  const clear = () => {
    version++;
    stored.clear();
    keys.clear();
    expiresAt = undefined;
  };
  const dropExpired = () => {
    if (!expiry) return;
    const now = expiry.now();
    if (expiresAt !== undefined && now.getTime() >= expiresAt) clear();
    expiresAt ??= expiry.findEnd(now).getTime();
  };

  return {
    keyOf: keys.get,
    serve(request, response, address) {
      if (request.method !== "GET" && request.method !== "HEAD") return false;
      dropExpired();
      const url = address ?? request.url ?? "";
      const entry = stored.find(url) ?? stored.find(keys.get(url).address);
      if (!entry) return false;
      const { visit, search } = entry.key;
      if (visit && request.method === "GET") countVisit?.(request, visit);
      if (search && request.method === "GET") countVisit?.(request, search);
      serve(request, response, entry, compression);
      return true;
    },
    version() {
      dropExpired();
      return version;
    },
    set(url, composedIn, response) {
      dropExpired();
      const key = keys.get(url);
      if (composedIn === version && !stored.find(key.address))
        stored.add(createEntry(key, { ...response, headers: { ...always, ...response.headers } }));
    },
    clear,
  };
}

const MAX_ADDRESSES = 1_000;
const MAX_ADDRESS_LENGTH = 300;

/** Caches recent cache keys, because computing a key takes longer than serving the response. */
function createKeyMemory(keyOf: (url: string) => CacheKey) {
  const keys = new LRUCache<string, CacheKey>({ max: MAX_ADDRESSES, memoMethod: keyOf });
  return {
    get: (url: string) => (url.length > MAX_ADDRESS_LENGTH ? keyOf(url) : keys.memo(url)),
    clear: () => keys.clear(),
  };
}

function serve(
  request: IncomingMessage,
  response: ServerResponse,
  entry: CachedResponse,
  compression: Compression,
): void {
  const encoding = entry.isText ? chooseEncoding(request.headers["accept-encoding"]) : "plain";
  const known = request.headers["if-none-match"];
  if (entry.status === 200 && known?.includes(getEtag(entry, encoding)))
    response.writeHead(304, { ...entry.headers, etag: getEtag(entry, encoding) }).end();
  else if (encoding === "plain") sendPlain(compression, response, entry);
  else sendCompressed(compression, response, entry, encoding);
}

const MEGABYTE = 1024 * 1024;

function createStoredResponses() {
  const bounded = createStore(4_000, 48 * MEGABYTE);
  const unbounded = createStore(200, 4 * MEGABYTE);
  const getStore = ({ key }: CachedResponse) => (key.isBounded ? bounded : unbounded);
  return {
    find: (address: string) => bounded.get(address) ?? unbounded.get(address),
    add: (entry: CachedResponse) => void getStore(entry).set(entry.key.address, entry),
    countAgain(entry: CachedResponse) {
      const [store, { address }] = [getStore(entry), entry.key];
      if (store.peek(address) !== entry) return;
      // The store measures an entry only when the entry is added, so remove it and add it again.
      store.delete(address);
      store.set(address, entry);
    },
    clear() {
      bounded.clear();
      unbounded.clear();
    },
  };
}

const createStore = (maxEntries: number, maxBytes: number) =>
  new LRUCache<string, CachedResponse>({
    max: maxEntries,
    maxSize: maxBytes,
    sizeCalculation: (entry) => Math.max(1, entry.bytes),
  });

interface Compression {
  queue: WorkQueue;
  onResized(entry: CachedResponse): void;
}

function sendCompressed(
  compression: Compression,
  response: ServerResponse,
  entry: CachedResponse,
  encoding: Compressed,
): void {
  const body = entry.bodies[encoding];
  if (body === undefined) {
    addCompressed(compression, entry, encoding, "light").then(
      (compressed) => send(response, entry, encoding, compressed),
      () => send(response, entry, "plain", getPlainBody(entry.bodies)),
    );
    return;
  }
  send(response, entry, encoding, body);
  if (entry.served < SERVED_AGAIN && ++entry.served === SERVED_AGAIN)
    addCompressed(compression, entry, encoding, "thorough").catch(() => (entry.served = 0));
}

/** Sends the body uncompressed. The cache keeps this body too, because decompressing it again blocks the event loop. */
function sendPlain({ onResized }: Compression, response: ServerResponse, entry: CachedResponse): void {
  if (!entry.bodies.plain) {
    entry.bodies.plain = getPlainBody(entry.bodies);
    entry.bytes = countBytes(entry.bodies);
    onResized(entry);
  }
  send(response, entry, "plain", entry.bodies.plain);
}

function addCompressed(
  { queue, onResized }: Compression,
  entry: CachedResponse,
  encoding: Compressed,
  effort: Effort,
): Promise<Buffer> {
  const compressBody = () => compress(getPlainBody(entry.bodies), encoding, effort);
  return (entry.compressing[encoding] ??= queue
    .run(compressBody)
    .then((body) => {
      setBody(entry, encoding, body);
      onResized(entry);
      return body;
    })
    .finally(() => delete entry.compressing[encoding]));
}

function setBody(entry: CachedResponse, encoding: Compressed, body: Buffer): void {
  // Removes the uncompressed text, because hardly any browser requests it.
  const { plain: _, ...others } = entry.bodies;
  entry.bodies = { ...others, [encoding]: body };
  delete entry.heads[encoding];
  entry.bytes = countBytes(entry.bodies);
}

export interface CacheKey {
  address: string;
  /** True if the number of URLs of this kind is limited, as for product pages. Other URLs share a small cache. */
  isBounded: boolean;
  visit?: VisitKey;
  search?: VisitKey;
}

/** The key of a counter in the visit statistics, such as `page home` or `product teak-tray`. */
export type VisitKey = `${"page" | "step" | "product" | "source" | "search"} ${string}`;

export interface CacheableResponse {
  status?: number;
  type: string;
  headers: Readonly<Record<string, string>>;
  body: string | Buffer | EncodedBody;
}

/** After this many responses with a stored compressed body, an entry is compressed again at a higher level. */
const SERVED_AGAIN = 3;

interface CachedResponse {
  key: CacheKey;
  status: number;
  headers: Readonly<Record<string, string>>;
  tag: string;
  isText: boolean;
  bodies: EncodedBodies;
  bytes: number;
  heads: Partial<Record<Encoding, string[]>>;
  compressing: Partial<Record<Compressed, Promise<Buffer>>>;
  served: number;
}

function createEntry(
  key: CacheKey,
  { status = 200, type, headers, body }: CacheableResponse,
): CachedResponse {
  const { bodies, tag } = typeof body === "object" && "bodies" in body ? body : toEncodedBody(body);
  return {
    key,
    status,
    headers: { ...headers, "content-type": type, vary: "accept-encoding" },
    tag,
    isText: isText(type),
    bodies,
    bytes: countBytes(bodies),
    heads: {},
    compressing: {},
    // A built file with both encodings is already compressed at the highest level, so it is not compressed again.
    served: bodies.br && bodies.gzip ? SERVED_AGAIN : 0,
  };
}

const countBytes = (bodies: EncodedBodies): number =>
  Object.values(bodies).reduce((sum, { length }) => sum + length, 0);

const getEtag = ({ tag }: CachedResponse, encoding: Encoding): string => `"${tag}-${encoding}"`;

function send(response: ServerResponse, entry: CachedResponse, encoding: Encoding, body: Buffer): void {
  response.writeHead(entry.status, (entry.heads[encoding] ??= createHead(entry, encoding, body.length)));
  response.end(body);
}

const createHead = (entry: CachedResponse, encoding: Encoding, length: number): string[] =>
  Object.entries({
    ...entry.headers,
    etag: getEtag(entry, encoding),
    "content-length": String(length),
    ...(encoding !== "plain" && { "content-encoding": encoding }),
  }).flat();
