import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** What is the same for everyone: its content type, its headers (how long browsers may keep it among them), its body. */
export interface Keepable {
  type: string;
  headers: Readonly<Record<string, string>>;
  body: string | Buffer;
}

type Coding = "br" | "gzip" | "plain";

interface Kept {
  headers: Readonly<Record<string, string>>;
  tag: string;
  bytes: number;
  /** Pictures and fonts are compressed by nature: they have `plain` only. */
  bodies: Partial<Record<Coding, Buffer>> & { plain: Buffer };
}

/**
 * The shop window: whole answers, compressed once, given out before the framework wakes up.
 * They hold nothing of the visitor, so one copy serves all; `clear` takes them down when the catalogue changes.
 */
export interface Front {
  /** The one form of an address: its known parameters only, in one order. */
  plainAddress(url: string): string;
  /** Serves a kept answer. False when there is none for this address. */
  serve(request: IncomingMessage, response: ServerResponse): boolean;
  /** The number of the present edition: read it before you compose an answer that you want kept. */
  edition(): number;
  /**
   * Compresses and keeps an answer, once for all who bring the same, unless the window was cleared since the edition
   * it was composed in. Afterwards `serve` gives it out.
   */
  keep(url: string, composedIn: number, answer: Keepable): Promise<void>;
  clear(): void;
}

const MAX_ANSWERS = 4_000;
const MAX_BYTES = 96 * 1024 * 1024;

/**
 * `parameters` are those that make a difference: an address with others besides them (an advertisement's, say) is
 * answered like the one without.
 */
export function createFront(parameters: readonly string[] = []): Front {
  const known = new Set(parameters);
  const kept = new Map<string, Kept>();
  const compressing = new Map<string, Promise<void>>();
  let bytes = 0;
  let edition = 0;

  const drop = (url: string, entry: Kept) => {
    kept.delete(url);
    bytes -= entry.bytes;
  };

  const plainAddress = (url: string): string => {
    const cut = url.indexOf("?");
    if (cut < 0) return url;
    const telling = [...new URLSearchParams(url.slice(cut))].filter(
      ([name, value]) => known.has(name) && value !== "",
    );
    const query = new URLSearchParams(
      telling.toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ).toString();
    return query ? `${url.slice(0, cut)}?${query}` : url.slice(0, cut);
  };

  const hang = async (url: string, composedIn: number, answer: Keepable) => {
    const entry = await compress(answer);
    if (composedIn !== edition) return;
    kept.set(url, entry);
    bytes += entry.bytes;
    for (const [oldest, old] of kept) {
      if (kept.size <= MAX_ANSWERS && bytes <= MAX_BYTES) break;
      drop(oldest, old);
    }
  };

  return {
    plainAddress,
    serve(request, response) {
      if (request.method !== "GET" && request.method !== "HEAD") return false;
      const entry = kept.get(request.url ?? "") ?? kept.get(plainAddress(request.url ?? ""));
      if (!entry) return false;
      send(request, response, entry);
      return true;
    },
    edition: () => edition,
    async keep(address, composedIn, answer) {
      const url = plainAddress(address);
      if (composedIn !== edition || kept.has(url)) return;
      const name = `${composedIn} ${url}`;
      const work = compressing.get(name) ?? hang(url, composedIn, answer);
      compressing.set(name, work);
      await work.finally(() => compressing.delete(name));
    },
    clear() {
      edition++;
      kept.clear();
      bytes = 0;
    },
  };
}

async function compress({ type, headers, body }: Keepable): Promise<Kept> {
  const plain = Buffer.from(body);
  const bodies: Kept["bodies"] = { plain };
  if (/text|json|javascript|xml|svg/.test(type)) {
    [bodies.br, bodies.gzip] = await Promise.all([
      promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } }),
      promisify(gzip)(plain),
    ]);
  }
  const bytes = Object.values(bodies).reduce((sum, { length }) => sum + length, 0);
  const tag = createHash("sha1").update(plain).digest("base64url");
  return { headers: { ...headers, "content-type": type, vary: "accept-encoding" }, tag, bytes, bodies };
}

function send(request: IncomingMessage, response: ServerResponse, entry: Kept): void {
  const accepted = request.headers["accept-encoding"] ?? "";
  const wanted: Coding = accepted.includes("br") ? "br" : accepted.includes("gzip") ? "gzip" : "plain";
  const coding: Coding = entry.bodies[wanted] ? wanted : "plain";
  const etag = `"${entry.tag}-${coding}"`;
  if (request.headers["if-none-match"]?.includes(etag)) {
    response.writeHead(304, { ...entry.headers, etag }).end();
    return;
  }
  const body = entry.bodies[coding] ?? entry.bodies.plain;
  response.writeHead(200, {
    ...entry.headers,
    etag,
    "content-length": body.length,
    ...(coding !== "plain" && { "content-encoding": coding }),
  });
  response.end(request.method === "HEAD" ? undefined : body);
}
