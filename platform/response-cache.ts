import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gunzipSync, gzip } from "node:zlib";
import { createResponseStore } from "./response-store.ts";
import { createWorkQueue } from "./work-queue.ts";

/** A response that is the same for everyone: its content type, its headers (how long browsers may cache it among them), its body. */
interface CacheableResponse {
  /** 200 unless said otherwise. */
  status?: number;
  type: string;
  headers: Readonly<Record<string, string>>;
  body: string | Buffer;
}

type Coding = "br" | "gzip" | "plain";

interface CachedResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  tag: string;
  bytes: number;
  /** Pictures and fonts are compressed by nature: they have `plain` only. Texts have the other two. */
  bodies: Partial<Record<Coding, Buffer>>;
}

/** What an address is kept under. Addresses that are answered alike have the same key. */
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
 * Whole answers in memory, compressed once, served before the framework is involved.
 * They hold nothing of the visitor, so one copy serves all; `clear` drops them when the catalogue changes.
 */
export interface ResponseCache {
  keyOf(url: string): CacheKey;
  /** Serves a cached answer: that of `address`, or of the request's own. False when there is none. */
  serve(request: IncomingMessage, response: ServerResponse, address?: string): boolean;
  /** The number of the present version: read it before you compose an answer to be cached. */
  version(): number;
  /**
   * Compresses and caches an answer, once for all who bring the same, unless the cache was cleared since the version
   * it was composed in, or too much else is to be compressed. Afterwards `serve` answers with it.
   */
  set(url: string, composedIn: number, answer: CacheableResponse): Promise<void>;
  clear(): void;
}

const MEGABYTE = 1024 * 1024;
const BOUNDED = { answers: 4_000, bytes: 48 * MEGABYTE };
const UNBOUNDED = { answers: 200, bytes: 4 * MEGABYTE };

/** Files of the build and the like: no parameter makes a difference, and whatever is kept is one of them. */
const withoutQuery = (url: string): CacheKey => ({ address: url.split("?", 1)[0] ?? url, isBounded: true });

export function createResponseCache(keyOf: (url: string) => CacheKey = withoutQuery): ResponseCache {
  const bounded = createResponseStore<CachedResponse>(BOUNDED.answers, BOUNDED.bytes);
  const unbounded = createResponseStore<CachedResponse>(UNBOUNDED.answers, UNBOUNDED.bytes);
  const compressions = createWorkQueue({
    atOnce: 2,
    mostWaiting: 50,
    longestWaitMs: 5_000,
    longestTurnMs: 5_000,
  });
  const compressing = new Map<string, Promise<void>>();
  let version = 0;

  const find = (address: string) => bounded.get(address) ?? unbounded.get(address);

  const compressAndStore = async (
    { address, isBounded }: CacheKey,
    composedIn: number,
    answer: CacheableResponse,
  ) => {
    const entry = await compressions.run(() => compress(answer)).catch(() => null);
    if (entry && composedIn === version) (isBounded ? bounded : unbounded).set(address, entry);
  };

  return {
    keyOf,
    serve(request, response, address) {
      if (request.method !== "GET" && request.method !== "HEAD") return false;
      const url = address ?? request.url ?? "";
      const entry = find(url) ?? find(keyOf(url).address);
      if (!entry) return false;
      send(request, response, entry);
      return true;
    },
    version: () => version,
    async set(url, composedIn, answer) {
      const key = keyOf(url);
      if (composedIn !== version || find(key.address)) return;
      const name = `${composedIn} ${key.address}`;
      const work = compressing.get(name) ?? compressAndStore(key, composedIn, answer);
      compressing.set(name, work);
      await work.finally(() => compressing.delete(name));
    },
    clear() {
      version++;
      bounded.clear();
      unbounded.clear();
    },
  };
}

/** A small window: pages are not larger than that by much, and each compression takes its memory from it. */
const brotli = {
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_LGWIN]: 18,
  },
};

async function compress({ status = 200, type, headers, body }: CacheableResponse): Promise<CachedResponse> {
  const plain = Buffer.from(body);
  const bodies: CachedResponse["bodies"] = {};
  if (/text|json|javascript|xml|svg/.test(type)) {
    bodies.br = await promisify(brotliCompress)(plain, brotli);
    bodies.gzip = await promisify(gzip)(plain);
  } else bodies.plain = plain;
  const bytes = Object.values(bodies).reduce((sum, { length }) => sum + length, 0);
  const tag = createHash("sha1").update(plain).digest("base64url");
  return {
    status,
    headers: { ...headers, "content-type": type, vary: "accept-encoding" },
    tag,
    bytes,
    bodies,
  };
}

function send(request: IncomingMessage, response: ServerResponse, entry: CachedResponse): void {
  const accepted = request.headers["accept-encoding"] ?? "";
  const wanted: Coding = accepted.includes("br") ? "br" : accepted.includes("gzip") ? "gzip" : "plain";
  const coding: Coding = entry.bodies[wanted] ? wanted : "plain";
  const etag = `"${entry.tag}-${coding}"`;
  if (entry.status === 200 && request.headers["if-none-match"]?.includes(etag)) {
    response.writeHead(304, { ...entry.headers, etag }).end();
    return;
  }
  const body = bodyIn(entry, coding);
  response.writeHead(entry.status, {
    ...entry.headers,
    etag,
    "content-length": body.length,
    ...(coding !== "plain" && { "content-encoding": coding }),
  });
  response.end(request.method === "HEAD" ? undefined : body);
}

/** Hardly anyone takes a text as it is, so that form is not kept but made when asked for. */
const bodyIn = ({ bodies }: CachedResponse, coding: Coding): Buffer =>
  bodies[coding] ?? gunzipSync(bodies.gzip ?? Buffer.alloc(0));
