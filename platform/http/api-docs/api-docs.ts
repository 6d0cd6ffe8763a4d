import type { FastifyInstance } from "fastify";
import type { Route } from "../route.ts";
import type { ResponseCache } from "../../cache/response-cache.ts";
import { serveFixed } from "../serve-fixed.ts";
import { answerHeaders, pageHeaders } from "../security-headers.ts";
import { buildOpenApi } from "./openapi.ts";
import { renderApiPage, apiPageStyles } from "./page.ts";

interface ApiDocs {
  routes: readonly Route[];
  publicUrl: string;
  responseCache: ResponseCache;
}

/**
 * `/api/openapi.json` for programs and `/api/docs` for people, both made from what is bound. They change with the
 * shop's version only: a browser caches them and asks whether they are still the same.
 */
export function serveApiDocs(app: FastifyInstance, { routes, publicUrl, responseCache }: ApiDocs): void {
  const document = buildOpenApi(routes, publicUrl);
  const serve = (url: string, type: string, headers: Readonly<Record<string, string>>, body: string) =>
    serveFixed(app, responseCache, url, { type, headers, body });
  serve("/api/openapi.json", "application/json; charset=utf-8", answerHeaders, JSON.stringify(document));
  serve("/api/docs", "text/html; charset=utf-8", pageHeaders, renderApiPage(document).text);
  serve("/api/docs.css", "text/css; charset=utf-8", answerHeaders, apiPageStyles);
}
