import type { FastifyInstance } from "fastify";
import type { ResponseCache, CacheableResponse } from "../cache/response-cache.ts";

interface FixedResponse extends Omit<CacheableResponse, "body"> {
  body: string | Buffer | (() => string);
}

/** Serves content that changes only with the shop's version. Browsers revalidate it before each use. */
export const serveFixed = (
  app: FastifyInstance,
  responseCache: ResponseCache,
  url: string,
  { type, headers: fixedHeaders, body: fixedBody }: FixedResponse,
) => {
  let composed: string | undefined;
  return app.get(url, async (_request, reply) => {
    const headers = { ...fixedHeaders, "cache-control": "no-cache" };
    const body = typeof fixedBody === "function" ? (composed ??= fixedBody()) : fixedBody;
    responseCache.set(url, responseCache.version(), { type, headers, body });
    return responseCache.serve(reply.raw.req, reply.raw)
      ? reply.hijack()
      : reply.headers(headers).type(type).send(body);
  });
};
