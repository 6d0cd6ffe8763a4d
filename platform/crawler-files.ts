import type { FastifyInstance } from "fastify";
import type { ResponseCache } from "./response-cache.ts";
import { answerHeaders } from "./security-headers.ts";
import type { PageRenderer } from "./page-renderer.ts";

/** Serves /robots.txt and /sitemap.xml, written when first asked for and cached until the catalogue changes. */
export function serveCrawlerFiles(
  app: FastifyInstance,
  pageRenderer: PageRenderer,
  responseCache: ResponseCache,
): void {
  const headers = { ...answerHeaders, "cache-control": "no-cache" };
  const serve = (url: string, type: string, write: () => Promise<string>) =>
    app.get(url, async (_request, reply) => {
      const version = responseCache.version();
      const body = await write();
      if (!pageRenderer.vite) responseCache.set(url, version, { type, headers, body });
      return reply.headers(headers).type(type).send(body);
    });
  serve("/robots.txt", "text/plain; charset=utf-8", pageRenderer.writeRobots);
  serve("/sitemap.xml", "application/xml; charset=utf-8", pageRenderer.writeSitemap);
}
