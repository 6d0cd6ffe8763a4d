import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { FormResult } from "#contract/form.ts";
import { REFERENCE } from "#contract/page.ts";
import { ASK_AGAIN } from "../cache/shared-cache.ts";
import { chooseEncoding, getPlainBody } from "../http/encoded-body.ts";
import { createNotAllowedRefusal, createNotFoundRefusal, RETRY_SOON } from "../http/envelope.ts";
import type { ResponseCache, CacheKey } from "../cache/response-cache.ts";
import { describeReference } from "../http/follow-requests.ts";
import { withInlineScripts } from "../http/security-headers.ts";
import { cacheHits, cacheMisses } from "../observe/metrics.ts";
import { createPageComposer, HTML, NO_SUCH_PAGE, type PageRenderer, type Page } from "./page-renderer.ts";

export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

export type SendPosted = (
  request: FastifyRequest,
  reply: FastifyReply,
  posted: FormResult,
  status: number,
) => Promise<FastifyReply>;

interface Pages {
  pageRenderer: PageRenderer;
  responseCache: ResponseCache;
  headersFor: PageHeaders;
  sharedCacheHeaders: ReturnType<PageHeaders>;
  limitPages: (request: FastifyRequest) => void;
}

export function servePages(
  app: FastifyInstance,
  { pageRenderer, responseCache, headersFor, sharedCacheHeaders, limitPages }: Pages,
): { sendPage: SendPage; sendPosted: SendPosted } {
  const headersOf = createPageHeaders(pageRenderer, headersFor, sharedCacheHeaders);
  const composer = createPageComposer(pageRenderer, responseCache, headersOf.shared);
  answerOtherAddresses(app, sendPage);
  return { sendPage, sendPosted };

  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const key = getPageKey(request);
    const { address: url } = key;
    if (serveCached(responseCache, request, reply, url)) return reply.hijack();
    limitPages(request);
    const encoding = chooseEncoding(request.headers["accept-encoding"]);
    const page = await composer.compose(key, responseCache.version(), encoding);
    if (page.error !== undefined) request.log.error({ err: page.error }, "page failed");
    if (page.status === 200 && responseCache.serve(request.raw, reply.raw, url)) return reply.hijack();
    if (page.location) void reply.header("location", page.location);
    if (page.status === 503) void reply.headers(RETRY_SOON.headers);
    const body = getWholeBody(page, request);
    return reply.code(page.status).headers(headersOf.own(url)).type(HTML).send(body);
  }

  async function sendPosted(
    ...[request, reply, posted, status]: Parameters<SendPosted>
  ): Promise<FastifyReply> {
    const { address: url } = getPageKey(request);
    const page = await composer.composePosted(url, posted);
    if (page.location !== undefined) return reply.redirect(page.location, 303);
    const headers = { ...headersOf.plain(url), "cache-control": "no-store" };
    return reply.code(status).headers(headers).type(HTML).send(getWholeBody(page, request));
  }

  function getPageKey({ url }: FastifyRequest): CacheKey {
    const isPage = isReadable(url) && pageRenderer.hasPage(url);
    return isPage ? responseCache.keyOf(url) : { address: NO_SUCH_PAGE, isBounded: true };
  }
}

const MALFORMED_CALL = /^\/api([;%\\#]|$)/;

function answerOtherAddresses(app: FastifyInstance, sendPage: SendPage): void {
  app.get("/*", async (request, reply) => {
    if (callsBesidePages.test(request.url) || MALFORMED_CALL.test(request.url)) throw createNotFoundRefusal();
    return sendPage(request, reply);
  });
  app.route({
    method: ["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"],
    url: "/*",
    handler: ({ url }) => {
      if (callsBesidePages.test(url)) throw createNotFoundRefusal();
      throw createNotAllowedRefusal(["GET", "HEAD"]);
    },
  });
  // A browser that opens the URL of an API call outside `/api` gets the 404 page (D32).
  app.addHook("onRequest", async (request, reply) => {
    const isNavigation = request.method === "GET" && request.headers.accept?.includes("text/html");
    if (isNavigation && callsBesidePages.test(request.url)) return sendPage(request, reply);
  });
}

type PageHeaders = (url: string) => Readonly<Record<string, string>>;

/** In development, omits the security headers, because the policy would block Vite's inline scripts. */
function createPageHeaders(
  pageRenderer: PageRenderer,
  headersFor: PageHeaders,
  sharedCacheHeaders: ReturnType<PageHeaders>,
) {
  const sharedHeaders: PageHeaders = (url) =>
    pageRenderer.vite
      ? {}
      : { ...withInlineScripts(headersFor(url), pageRenderer.inlineScripts), link: pageRenderer.styles };
  const ownHeaders: PageHeaders = (url) => ({ ...sharedHeaders(url), ...ASK_AGAIN });
  // A missing page may exist later, so caches must always revalidate the 404 response.
  const shared: PageHeaders = (url) =>
    url === NO_SUCH_PAGE ? ownHeaders(url) : { ...sharedHeaders(url), ...sharedCacheHeaders };
  return { plain: sharedHeaders, own: ownHeaders, shared };
}

function serveCached(
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
  const wholeBody = typeof body === "string" ? body : getPlainBody(body.bodies);
  return status < 500 ? wholeBody : String(wholeBody).replace(REFERENCE, describeReference(id));
}

/** Matches the API calls that the specification defines outside `/api`. */
export const callsBesidePages = /^\/addresses([/?;%\\#]|$)/;

/** Maximum length of a URL in characters (security §10). */
export const MAX_ADDRESS_LENGTH = 4 * 1024;

function isReadable(url: string): boolean {
  try {
    return (
      url.startsWith("/") &&
      url.length <= MAX_ADDRESS_LENGTH &&
      !/\p{Cc}/u.test(decodeURI(url.replace(/\?.*$/, "")))
    );
  } catch {
    return false;
  }
}
