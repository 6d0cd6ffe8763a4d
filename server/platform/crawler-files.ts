import type { FastifyInstance } from "fastify";
import type { Front } from "./front.ts";
import { answerHeaders } from "./security-headers.ts";
import type { Storefront } from "./storefront.ts";

/** Serves /robots.txt and /sitemap.xml, written when first asked for and kept until the catalogue changes. */
export function serveCrawlerFiles(app: FastifyInstance, storefront: Storefront, front: Front): void {
  const headers = { ...answerHeaders, "cache-control": "no-cache" };
  const serve = (url: string, type: string, write: () => Promise<string>) =>
    app.get(url, async (_request, reply) => {
      const edition = front.edition();
      const body = await write();
      if (!storefront.vite) void front.keep(url, edition, { type, headers, body });
      return reply.headers(headers).type(type).send(body);
    });
  serve("/robots.txt", "text/plain; charset=utf-8", storefront.writeRobots);
  serve("/sitemap.xml", "application/xml; charset=utf-8", storefront.writeSitemap);
}
