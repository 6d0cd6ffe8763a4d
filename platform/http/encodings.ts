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

export type Compressed = "br" | "gzip";

/** What a body can be sent as; `plain` is the body itself. */
export type Encoding = Compressed | "plain";

/** One body in the encodings it is there in: at least one of them. */
export type Bodies = Partial<Record<Encoding, Buffer>>;

/** How the build names what it compressed (scripts/compress-files.mjs). */
export const COMPRESSED_NAMES = { br: ".br", gzip: ".gz" } as const;

/** Pictures and fonts are compressed by nature. */
export const isText = (type: string): boolean => /text|json|javascript|xml|svg/.test(type);

/** The best encoding that the browser takes, by its `Accept-Encoding`. */
export const chooseEncoding = (accepted = ""): Encoding => chosen.memo(accepted);

/** By the header: browsers write it in a few ways, and every answer asks. */
const chosen = new LRUCache<string, Encoding>({
  max: 100,
  memoMethod: (accepted) => negotiate(accepted, ["br", "gzip"]) ?? "plain",
});

/**
 * `thorough` takes forty times as long as `light`, and makes it a seventh smaller. `least` takes half as long, and makes
 * it a sixteenth larger: for what is likely to be asked for once.
 */
export type Effort = "least" | "light" | "thorough";

const QUALITY = { br: { least: 2, light: 4, thorough: 10 }, gzip: { least: 1, light: 4, thorough: 9 } };

/** Off the main thread. */
export const compress = (plain: Buffer, encoding: Compressed, effort: Effort): Promise<Buffer> =>
  encoding === "br"
    ? promisify(brotliCompress)(plain, toBrotliOptions(effort))
    : promisify(gzip)(plain, { level: QUALITY.gzip[effort] });

/** In the thread it is called in, which it holds up: for one that does nothing else. */
export const compressAtOnce = (plain: Buffer, encoding: Compressed, effort: Effort): Buffer =>
  encoding === "br"
    ? brotliCompressSync(plain, toBrotliOptions(effort))
    : gzipSync(plain, { level: QUALITY.gzip[effort] });

/** A small window: pages are not larger than that by much, and each compression takes its memory from it. */
const toBrotliOptions = (effort: Effort) => ({
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_LGWIN]: 18,
    [constants.BROTLI_PARAM_QUALITY]: QUALITY.br[effort],
  },
});

export function getPlainBody({ plain, br, gzip: zipped }: Bodies): Buffer {
  if (plain) return plain;
  return br ? brotliDecompressSync(br) : gunzipSync(zipped ?? Buffer.alloc(0));
}
