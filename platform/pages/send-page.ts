import type { FastifyReply, FastifyRequest } from "fastify";
import { REFERENCE } from "#contract/page.ts";
import { getPlainBody } from "../http/encodings.ts";
import type { Page } from "./page-renderer.ts";
import { cacheHits, cacheMisses } from "../observe/request-counts.ts";
import { describeReference } from "../http/request-id.ts";
import type { ResponseCache } from "../cache/response-cache.ts";

export function serveCached(
  cache: ResponseCache,
  { raw }: FastifyRequest,
  reply: FastifyReply,
  url: string,
): boolean {
  const isCached = cache.serve(raw, reply.raw, url);
  (isCached ? cacheHits : cacheMisses).add();
  return isCached;
}

export function getWholeBody({ status, body }: Page, { id }: FastifyRequest): string | Buffer {
  const whole = typeof body === "string" ? body : getPlainBody(body.bodies);
  return status < 500 ? whole : String(whole).replace(REFERENCE, describeReference(id));
}
