import type { IncomingMessage, ServerResponse } from "node:http";
import {
  type EncodedBody,
  toEncodedBody,
  type EncodedBodies,
  type Compressed,
  type Encoding,
  isText,
} from "../http/encoded-body.ts";

export interface CacheKey {
  /** The page's canonical URL, which is passed to the renderer. */
  address: string;
  /** True if the number of URLs of this kind is limited, as for product pages. Other URLs share a small cache. */
  isBounded: boolean;
  visit?: VisitKey;
  search?: VisitKey;
}

/** The key of a counter in the visit statistics: a page, a purchase step or a search, such as `page home`. */
export type VisitKey = `${"page" | "step" | "search"} ${string}`;

/** A response that is the same for everyone: content type, headers (including cache-control), and body. */
export interface CacheableResponse {
  status?: number;
  type: string;
  headers: Readonly<Record<string, string>>;
  body: string | Buffer | EncodedBody;
}

/** An entry that was served compressed this many times is compressed again at a higher level. */
export const SERVED_AGAIN = 3;

export interface CachedResponse {
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
    // A built file with both encodings is already compressed at the highest level, so it is not compressed again.
    served: bodies.br && bodies.gzip ? SERVED_AGAIN : 0,
  };
}

export const countBytes = (bodies: EncodedBodies): number =>
  Object.values(bodies).reduce((sum, { length }) => sum + length, 0);

const getEtag = ({ tag }: CachedResponse, encoding: Encoding): string => `"${tag}-${encoding}"`;

export const isKnown = ({ headers }: IncomingMessage, entry: CachedResponse, encoding: Encoding): boolean =>
  entry.status === 200 && headers["if-none-match"]?.includes(getEtag(entry, encoding)) === true;

export const sendNotModified = (response: ServerResponse, entry: CachedResponse, encoding: Encoding): void =>
  void response.writeHead(304, { ...entry.headers, etag: getEtag(entry, encoding) }).end();

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
