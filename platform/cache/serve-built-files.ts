import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { toEncodedBody, COMPRESSED_NAMES, isText } from "../http/encoded-body.ts";
import { HttpRefusal } from "../http/envelope.ts";
import { resolveFromRoot } from "../storage/package-files.ts";
import type { ResponseCache } from "./response-cache.ts";
import { answerHeaders, pictureHeaders } from "../http/security-headers.ts";
import { existsSync, readFileSync } from "node:fs";

const CLIENT = resolveFromRoot("dist/client");

const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2",
  ".ttf": "font/ttf",
};

/** Serves only URLs of files that the web build contains at start-up, so that no URL can reach another folder. */
export async function serveBuiltFiles(
  app: FastifyInstance,
  responseCache: ResponseCache,
  ownFiles: { addresses: readonly string[]; find(url: string): Promise<Buffer | null> },
): Promise<void> {
  const names = await readdir(CLIENT, { recursive: true });
  for (const name of names) {
    const type = types[path.extname(name)];
    const url = `/${name.split(path.sep).join("/")}`;
    if (!type || url.startsWith("/.vite/")) continue;
    app.get(url, async (_request, reply) => {
      const headers = {
        ...(type.startsWith("image/") ? pictureHeaders : answerHeaders),
        "cache-control": url.startsWith("/assets/") ? FOR_EVER : FOR_A_DAY,
      };
      const readFresh = () => readFile(path.join(CLIENT, name));
      // Do not cache this URL, because the owner may replace its file.
      if (ownFiles.addresses.includes(url))
        return reply
          .headers(headers)
          .type(type)
          .send((await ownFiles.find(url)) ?? (await readFresh()));
      const body = await readFresh();
      const compressed = isText(type) && (await readCompressed(name));
      const cached = compressed ? { bodies: compressed, tag: toEncodedBody(body).tag } : body;
      responseCache.set(url, responseCache.version(), { type, headers, body: cached });
      return responseCache.serve(reply.raw.req, reply.raw)
        ? reply.hijack()
        : reply.headers(headers).type(type).send(body);
    });
  }
  app.get("/assets/*", () => {
    throw new HttpRefusal(
      404,
      "not_found",
      "This file belongs to another version of the shop. Please reload the page.",
    );
  });
}

async function readCompressed(name: string) {
  const readVariant = (ending: string) => readFile(path.join(CLIENT, name + ending));
  const [br, gzip] = await Promise.all([
    readVariant(COMPRESSED_NAMES.br),
    readVariant(COMPRESSED_NAMES.gzip),
  ]);
  return { br, gzip };
}

/** Files under /assets/ never change, because their names contain a hash of their content. */
const FOR_EVER = "public, max-age=31536000, immutable";
const FOR_A_DAY = "public, max-age=86400, stale-while-revalidate=604800";

/** Returns the first 12 characters of the hash of the sources from which `dist/` was built; null without a build. */
export function readBuildStamp(): string | null {
  const stamp = resolveFromRoot("dist/.made-of");
  return existsSync(stamp) ? readFileSync(stamp, "utf8").slice(0, 12) : null;
}
