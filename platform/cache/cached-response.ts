import type { IncomingMessage, ServerResponse } from "node:http";
import {
  type EncodedBody,
  toEncodedBody,
  type Bodies,
  type Compressed,
  type Encoding,
  isText,
} from "../http/encoded-body.ts";

/** The cache key of a URL. URLs with the same response have the same key. */
export interface CacheKey {
  /** The canonical form of the URL, with which the page is rendered. */
  address: string;
  /**
   * True if the catalogue bounds the number of these URLs, so that caching them all is safe. Other URLs, which visitors
   * can invent, share a small store and only evict each other.
   */
  isBounded: boolean;
  /** The key under which a visit is counted; undefined if it is not counted. */
  visit?: VisitKey;
  /** The search of a counted page. */
  search?: VisitKey;
}

/** A page name, a step of a purchase, or searched words: `page home`. */
export type VisitKey = `${"page" | "step" | "search"} ${string}`;

/** A response that is the same for everyone: content type, headers (including cache-control), and body. */
export interface CacheableResponse {
  /** 200 by default. */
  status?: number;
  type: string;
  headers: Readonly<Record<string, string>>;
  body: string | Buffer | EncodedBody;
}

/** Number of times a lightly compressed response is served before it is compressed again at a higher level. */
export const SERVED_AGAIN = 3;

export interface CachedResponse {
  key: CacheKey;
  status: number;
  headers: Readonly<Record<string, string>>;
  tag: string;
  isText: boolean;
  bodies: Bodies;
  bytes: number;
  /** The headers of each encoding, written once: names and values alternate. */
  heads: Partial<Record<Encoding, string[]>>;
  compressing: Partial<Record<Compressed, Promise<Buffer>>>;
  /** Number of compressed responses so far. */
  served: number;
}

export function createEntry(
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
    // A file with both encodings was compressed by the build at the highest level.
    served: bodies.br && bodies.gzip ? SERVED_AGAIN : 0,
  };
}

export const countBytes = (bodies: Bodies): number =>
  Object.values(bodies).reduce((sum, { length }) => sum + length, 0);

const getEtag = ({ tag }: CachedResponse, encoding: Encoding): string => `"${tag}-${encoding}"`;

export const isKnown = ({ headers }: IncomingMessage, entry: CachedResponse, encoding: Encoding): boolean =>
  entry.status === 200 && headers["if-none-match"]?.includes(getEtag(entry, encoding)) === true;

export const sendNotModified = (response: ServerResponse, entry: CachedResponse, encoding: Encoding): void =>
  void response.writeHead(304, { ...entry.headers, etag: getEtag(entry, encoding) }).end();

/** Node omits the body for HEAD. */
export function send(
  response: ServerResponse,
  entry: CachedResponse,
  encoding: Encoding,
  body: Buffer,
): void {
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
