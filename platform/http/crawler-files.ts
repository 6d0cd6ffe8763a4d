import type { FastifyInstance } from "fastify";
import type { SitemapProduct } from "#contract/page.ts";
import { createNotFoundRefusal } from "./envelope.ts";
import type { ResponseCache } from "../cache/response-cache.ts";
import { answerHeaders } from "./security-headers.ts";
import type { PageRenderer } from "../pages/page-renderer.ts";
import { DAY } from "#contract/time.ts";
import type { Context } from "../context.ts";

interface CrawlerFiles {
  pageRenderer: PageRenderer;
  responseCache: ResponseCache;
  listProducts: () => Promise<readonly SitemapProduct[]>;
  sharedCacheHeaders: Readonly<Record<string, string>>;
}

export function serveCrawlerFiles(
  app: FastifyInstance,
  { pageRenderer, responseCache, listProducts, sharedCacheHeaders }: CrawlerFiles,
): void {
  const headers = { ...answerHeaders, ...sharedCacheHeaders };
  const serve = (url: string, type: string, write: (part?: number) => Promise<string | null>) =>
    app.get<{ Params: { part?: string } }>(url, async ({ url: address, params: { part } }, reply) => {
      const version = responseCache.version();
      const body = await write(part === undefined ? undefined : Number(part));
      if (body === null) throw createNotFoundRefusal();
      if (!pageRenderer.vite) responseCache.set(address, version, { type, headers, body });
      if (responseCache.serve(reply.raw.req, reply.raw)) return reply.hijack();
      return reply.headers(headers).type(type).send(body);
    });
  const writeSitemap = async (part?: number) => pageRenderer.writeSitemap(await listProducts(), part);
  serve("/robots.txt", "text/plain; charset=utf-8", pageRenderer.writeRobots);
  serve("/sitemap.xml", "application/xml; charset=utf-8", writeSitemap);
  serve("/sitemap-:part(^[1-9]\\d{0,2}$).xml", "application/xml; charset=utf-8", writeSitemap);
}

const VALID_MS = 180 * DAY;

/** Serves `/.well-known/security.txt` (RFC 9116), or 404 if the seller has no e-mail address. */
export function serveSecurityContact(
  app: FastifyInstance,
  { config, now }: Pick<Context, "config" | "now">,
  sellersMail: () => string | null,
): void {
  app.get("/.well-known/security.txt", (_request, reply) => {
    const email = sellersMail();
    if (!email) throw createNotFoundRefusal();
    const lines = [
      `Contact: mailto:${email}`,
      `Expires: ${new Date(now().getTime() + VALID_MS).toISOString()}`,
      "Preferred-Languages: en, hi",
      `Canonical: ${config.publicUrl}/.well-known/security.txt`,
    ];
    return reply
      .headers({ ...answerHeaders, "cache-control": "public, max-age=86400" })
      .type("text/plain; charset=utf-8")
      .send(`${lines.join("\n")}\n`);
  });
}
