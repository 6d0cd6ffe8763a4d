import { NO_SUCH_PAGE, type PageRenderer, type Page } from "./page-renderer.ts";
import { withInlineScripts } from "../http/security-headers.ts";
import { ASK_AGAIN } from "../cache/shared-cache.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { REFERENCE } from "#contract/page.ts";
import { getPlainBody } from "../http/encoded-body.ts";
import { cacheHits, cacheMisses } from "../observe/metrics.ts";
import { describeReference } from "../http/follow-requests.ts";
import type { ResponseCache } from "../cache/response-cache.ts";

/** The headers of the page at an address. */
export type PageHeaders = (url: string) => Readonly<Record<string, string>>;

/** Vite's own inline scripts cannot live under the policy; the build's pages do. */
export function createPageHeaders(
  pageRenderer: PageRenderer,
  headersFor: PageHeaders,
  sharedCacheHeaders: ReturnType<PageHeaders>,
) {
  const plain: PageHeaders = (url) =>
    pageRenderer.vite
      ? {}
      : { ...withInlineScripts(headersFor(url), pageRenderer.inlineScripts), link: pageRenderer.styles };
  const own: PageHeaders = (url) => ({ ...plain(url), ...ASK_AGAIN });
  // A missing page may exist later.
  const shared: PageHeaders = (url) =>
    url === NO_SUCH_PAGE ? own(url) : { ...plain(url), ...sharedCacheHeaders };
  return { plain, own, shared };
}

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
