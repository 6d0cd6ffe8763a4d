import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import type { RequestListener, Server } from "node:http";
import type { ViteDevServer } from "vite";
import { createAdmission } from "#platform/limits/admission.ts";
import type { Context } from "#platform/context.ts";
import {
  createFrameworkRefusal,
  createNotFoundRefusal,
  createUnavailableRefusal,
  writeRefusal,
  sendError,
  sendMalformedRequest,
} from "#platform/http/envelope.ts";
import { createCrossOriginAccess, hasOneHost } from "#platform/http/origin.ts";
import { cacheHits, rejectedRequests } from "#platform/observe/metrics.ts";
import type { ResponseCache } from "#platform/cache/response-cache.ts";
import { getHttpsHeaders } from "#platform/http/security-headers.ts";
import { type SendPage, MAX_ADDRESS_LENGTH } from "#platform/pages/serve-pages.ts";
import { createTimeLimitedServer } from "#platform/limits/slow-clients.ts";
import { PLAIN_FACE, type PlainPageBrand, sendFailurePage } from "#platform/pages/plain-page.ts";
import { html, type Html } from "#contract/html.ts";
import { DRAWN_NAME, LOGO } from "#contract/logo-drawing.ts";
import { BODY_LIMIT_BYTES } from "#platform/http/json-bodies.ts";
import { createRequestIds } from "#platform/http/follow-requests.ts";
import { createTrust, trustProxy } from "#platform/http/proxies.ts";
import { getBrand } from "#shop/brand/server/index.ts";
import { getShopName } from "#shop/seller/server/index.ts";

/** State and handlers that the HTTP server gets after its creation, while the shop opens. */
export interface Wiring {
  leaving: boolean;
  /** Returns false if this version may no longer be able to use the database (T46). */
  mayAnswer: () => boolean;
  /** The framework's handler for requests that the caches cannot answer. */
  handle: RequestListener;
  sendPage: SendPage;
  vite: ViteDevServer | null;
}

export const createWiring = (): Wiring => ({
  leaving: false,
  mayAnswer: () => true,
  handle: () => {},
  sendPage: () => Promise.reject(createNotFoundRefusal()),
  vite: null,
});

/**
 * Creates the HTTP server. It refuses malformed and excess requests, serves cached responses, and passes all other
 * requests to the framework.
 */
export function createHttpServer(
  { config }: Context,
  wiring: Wiring,
  caches: readonly ResponseCache[],
): Server {
  const admission = createAdmission();
  const answersPreflight = createCrossOriginAccess(config);
  const httpsOnly = new Map(Object.entries(getHttpsHeaders(config)));
  return createTimeLimitedServer((request, response) => {
    if (wiring.leaving) response.shouldKeepAlive = false;
    if (!hasOneHost(request)) return writeRefusal(response, createFrameworkRefusal(400));
    if (answersPreflight(request, response)) return;
    if (!wiring.mayAnswer() && request.url !== "/healthz")
      return writeRefusal(response, createUnavailableRefusal());
    for (const cache of caches) if (cache.serve(request, response)) return cacheHits.add();
    response.setHeaders(httpsOnly);
    if (!admission.admit(request, response)) return rejectedRequests.add();
    const { vite, handle } = wiring;
    if (vite && !isOwn(request.url ?? ""))
      vite.middlewares(request, response, () => handle(request, response));
    else handle(request, response);
  });
}

/** True if the URL begins with one of these paths. If such a request fails, the response is JSON, not a page. */
const isOwn = (url: string): boolean =>
  /^\/(api|addresses|pictures|videos|uploads|plain|pay|socket\.io|healthz|readyz)([/?;%\\#]|$)/.test(url);

export function createFramework(context: Context, http: Server, wiring: Wiring): FastifyInstance {
  const { config, log } = context;
  const loggerInstance: FastifyBaseLogger = log;
  const app = Fastify({
    serverFactory: (listener) => {
      wiring.handle = listener;
      return http;
    },
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestIds(createTrust(config.trustedProxies)),
    // Child loggers are not needed, because the log lines of a request already contain its id and URL.
    childLoggerFactory: (logger) => logger,
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { maxParamLength: 200, querystringParser: parseQuery },
    trustProxy: trustProxy(config),
    clientErrorHandler: sendMalformedRequest,
    // Called for URLs that the router cannot parse, for example `%E0%A4%A` or a very long name.
    frameworkErrors: (cause, request, reply) => {
      if (isOwn(request.url)) sendError(cause, request, reply);
      else
        wiring
          .sendPage(request, reply)
          .catch(
            (failed: unknown) => sendFailurePage(failed, request, reply) || sendError(failed, request, reply),
          );
    },
  });
  app.decorate(PLAIN_FACE, (): PlainPageBrand => ({
    name: getShopName(context),
    logo: drawLogo(context),
    styles: getBrand(context)?.styles,
  }));
  app.setErrorHandler((failed, request, reply) => {
    // If a newer version has changed the database, that may have caused the error. The client then gets status 503.
    const cause = wiring.mayAnswer() ? failed : createUnavailableRefusal();
    if (isOwn(request.url) || !sendFailurePage(cause, request, reply))
      return sendError(cause, request, reply);
    return reply;
  });
  app.setNotFoundHandler((request, reply) => sendError(createNotFoundRefusal(), request, reply));
  app.addHook("onRequest", async (request) => {
    if (isOwn(request.url) && request.url.length > MAX_ADDRESS_LENGTH) throw createFrameworkRefusal(414);
  });
  return app;
}

function drawLogo(context: Context): Html | undefined {
  const [name, logo] = [getShopName(context), getBrand(context)?.logo];
  if (logo)
    return html`<img src="${logo.src}" alt="${name}" width="${logo.width}" height="${logo.height}" />`;
  return name === DRAWN_NAME
    ? html`<svg viewBox="0 0 313 64" role="img" aria-label="${name}">
        <path d="${LOGO}" fill-rule="evenodd" />
      </svg>`
    : undefined;
}

/**
 * Parses the query of a URL with `URLSearchParams`. The response cache uses the same class for its keys, so URLs with
 * the same key also have the same values here, even if their percent-encoding is invalid.
 */
export function parseQuery(text: string): Record<string, string | string[]> {
  const query = Object.create(null) as Record<string, string | string[]>;
  for (const [name, value] of new URLSearchParams(`?${text}`)) {
    const existing = query[name];
    if (existing === undefined) query[name] = value;
    else if (Array.isArray(existing)) existing.push(value);
    else query[name] = [existing, value];
  }
  return query;
}
