import { hash } from "node:crypto";
import { promisify } from "node:util";
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzip,
  gzipSync,
} from "node:zlib";
import { negotiate } from "@fastify/accept-negotiator";
import { LRUCache } from "lru-cache";

export interface EncodedBody {
  bodies: EncodedBodies;
  tag: string;
}

export function toEncodedBody(body: string | Buffer): EncodedBody {
  const bytes = Buffer.from(body);
  return { bodies: { plain: bytes }, tag: createTag(bytes) };
}

/** Creates a function that encodes the pieces of a body synchronously. All its calls share one working buffer. */
export function createBodyEncoder(): (
  pieces: readonly string[],
  encoding: Encoding,
  effort: Effort,
) => EncodedBody {
  let scratch = Buffer.allocUnsafeSlow(FIRST_BYTES);
  return (pieces, encoding, effort) => {
    const needed = MAX_BYTES_OF_UNIT * pieces.reduce((sum, { length }) => sum + length, 0);
    if (needed > scratch.length) scratch = Buffer.allocUnsafeSlow(2 * needed);
    const end = pieces.reduce((at, piece) => at + scratch.write(piece, at), 0);
    const uncompressed = scratch.subarray(0, end);
    const bytes = encoding === "plain" ? uncompressed : compressAtOnce(uncompressed, encoding, effort);
    const copy = Buffer.from(new Uint8Array(bytes).buffer);
    return { bodies: { [encoding]: copy }, tag: createTag(uncompressed) };
  };
}

const FIRST_BYTES = 512 * 1024;

const MAX_BYTES_OF_UNIT = 3;

/** Lists the buffers for the transfer list of `postMessage`, so that they are not copied. */
export const listMemory = ({ bodies }: EncodedBody): ArrayBuffer[] =>
  Object.values(bodies).map(({ buffer }) => buffer as ArrayBuffer);

/** A Buffer that is sent to another thread arrives as a Uint8Array, so convert it back. */
export function receiveEncodedBody({ bodies, tag }: EncodedBody): EncodedBody {
  const received = Object.entries(bodies).map(([encoding, bytes]) => [
    encoding,
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  ]);
  return { bodies: Object.fromEntries(received) as EncodedBodies, tag };
}

const createTag = (bytes: Buffer): string => hash("sha1", bytes, "base64url");

export type Compressed = "br" | "gzip";

export type Encoding = Compressed | "plain";

export type EncodedBodies = Partial<Record<Encoding, Buffer>>;

/** The file extensions of the build's compressed files (scripts/build.mjs). */
export const COMPRESSED_NAMES = { br: ".br", gzip: ".gz" } as const;

/** Only text is worth compressing, because pictures and fonts are already compressed. */
export const isText = (type: string): boolean => /text|json|javascript|xml|svg/.test(type);

export const chooseEncoding = (accepted = ""): Encoding => chosen.memo(accepted);

/** Encodings by Accept-Encoding header. The cache is small, because browsers send only a few different headers. */
const chosen = new LRUCache<string, Encoding>({
  max: 100,
  memoMethod: (accepted) => negotiate(accepted, ["br", "gzip"]) ?? "plain",
});

/** Compared with `light`: `thorough` is 1/7 smaller and 40 times slower; `least` is 1/7 larger and 4 times faster. */
export type Effort = "least" | "light" | "thorough";

const QUALITY = { br: { least: 1, light: 4, thorough: 10 }, gzip: { least: 1, light: 4, thorough: 9 } };

export const compress = (bytes: Buffer, encoding: Compressed, effort: Effort): Promise<Buffer> =>
  encoding === "br"
    ? promisify(brotliCompress)(bytes, toBrotliOptions(effort))
    : promisify(gzip)(bytes, { level: QUALITY.gzip[effort] });

/** Blocks the calling thread. Use it only in worker threads. */
const compressAtOnce = (bytes: Buffer, encoding: Compressed, effort: Effort): Buffer =>
  encoding === "br"
    ? brotliCompressSync(bytes, toBrotliOptions(effort))
    : gzipSync(bytes, { level: QUALITY.gzip[effort] });

/** The Brotli window is small to save memory, but large enough for a page. */
const toBrotliOptions = (effort: Effort) => ({
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_LGWIN]: 18,
    [constants.BROTLI_PARAM_QUALITY]: QUALITY.br[effort],
  },
});

export function getPlainBody({ plain, br, gzip: zipped }: EncodedBodies): Buffer {
  if (plain) return plain;
  return br ? brotliDecompressSync(br) : gunzipSync(zipped ?? Buffer.alloc(0));
}
