import type { FastifyInstance } from "fastify";
import type { SitemapProduct } from "#contract/page.ts";
import { createNotFoundRefusal } from "./http-refusal.ts";
import type { ResponseCache } from "../cache/response-cache.ts";
import { answerHeaders } from "./security-headers.ts";
import type { PageRenderer } from "../pages/page-renderer.ts";

interface CrawlerFiles {
  pageRenderer: PageRenderer;
  responseCache: ResponseCache;
  listProducts: () => readonly SitemapProduct[];
  /** How they may be held. */
  sharedCacheHeaders: Readonly<Record<string, string>>;
}

/** Serves /robots.txt and /sitemap.xml with its parts, written when first asked for and cached until the catalogue changes. */
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
  const writeSitemap = (part?: number) => pageRenderer.writeSitemap(listProducts(), part);
  serve("/robots.txt", "text/plain; charset=utf-8", pageRenderer.writeRobots);
  serve("/sitemap.xml", "application/xml; charset=utf-8", writeSitemap);
  serve("/sitemap-:part(^[1-9]\\d{0,2}$).xml", "application/xml; charset=utf-8", writeSitemap);
}
