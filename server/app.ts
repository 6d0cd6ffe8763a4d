import type { RequestListener, Server } from "node:http";
import { Server as NetServer } from "node:net";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { identify } from "#server/accounts";
import { links } from "#contract/links.ts";
import { findSeller, knownNames } from "#server/catalogue";
import { createAdmission } from "#platform/admission.ts";
import { serveApiDocs } from "#platform/api-docs/api-docs.ts";
import { serveBuiltFiles } from "#platform/built-files.ts";
import { sendBusyPage } from "#platform/busy-page.ts";
import { limitCalls } from "#platform/call-limit.ts";
import { limitPatience } from "#platform/call-patience.ts";
import type { Context } from "#platform/context.ts";
import { serveCrawlerFiles } from "#platform/crawler-files.ts";
import { frameworkRefusal, notFound, sendMalformedRequest, sendError } from "#platform/envelope.ts";
import { createResponseCache } from "#platform/response-cache.ts";
import { createPageLimit } from "#platform/page-limit.ts";
import { serveHealth } from "#platform/health.ts";
import { shortCode } from "#platform/ids.ts";
import { BODY_LIMIT_BYTES, readJsonBodies } from "#platform/json-bodies.ts";
import { closeAfterLastResponse } from "#platform/graceful-close.ts";
import type { Metrics } from "#platform/metrics.ts";
import { trustProxy } from "#platform/proxies.ts";
import { watchProxies } from "#platform/watch-proxies.ts";
import { servePlainPosts } from "#platform/plain-posts.ts";
import { inProcessAnswers, serveRoutes } from "#platform/serve-routes.ts";
import {
  LONGEST_ADDRESS,
  openPageRenderer,
  type SendPage,
  servePages,
  type PageRenderer,
} from "#platform/page-renderer.ts";
import { httpsOnly } from "#platform/security-headers.ts";
import { serveSecurityContact } from "#platform/security-contact.ts";
import { createPatientServer } from "#platform/slow-clients.ts";
import { cacheKeys } from "./cache-keys.ts";
import { plainForms } from "./plain-forms.ts";
import { plugins, routes } from "./features.ts";
import { withPaymentPages } from "./payment-pages.ts";
import { pageHeadersFor } from "./sign-in-pages.ts";

const SENT_AND_NOT_READ_MS = 250;

/** Connections that the system accepts for a busy process. Those beyond would only try again a second later, and later. */
const MOST_CONNECTING = 4_096;

/** The shop on HTTP: calls, pages, files and health behind one server. */
export interface App {
  http: Server;
  /** Drops the cached answers: the catalogue has changed. */
  clearResponseCache(): void;
  listen(): Promise<{ port: number }>;
  /**
   * Says that it is leaving (`/readyz` is 503) and still answers everyone for DRAIN_SECONDS, so that a load balancer
   * asks someone else from then on; then lets no one new in. What was sent by then is answered, until `close`.
   */
  leave(): Promise<void>;
  close(): Promise<void>;
}

/** Builds the whole HTTP side over a context whose catalogue is open. */
export async function createApp(context: Context, metrics: Metrics): Promise<App> {
  const { config, log } = context;
  const responseCache = createResponseCache(cacheKeys(() => knownNames(context)));
  const files = createResponseCache();
  let leaving = false;
  let handle: RequestListener = () => {};
  let pageRenderer: PageRenderer | null = null;
  let sendPage: SendPage = () => Promise.reject(notFound());

  // What is cached is served before the framework is involved.
  const admission = createAdmission();
  const http = createPatientServer((request, response) => {
    if (leaving) response.shouldKeepAlive = false;
    if (config.publicUrl.startsWith("https:")) response.setHeaders(httpsOnly);
    if (responseCache.serve(request, response) || files.serve(request, response))
      return metrics.countCacheHit();
    if (!admission.admit(request, response)) return metrics.countTurnedAway();
    const vite = pageRenderer?.vite;
    if (vite && !isOwn(request.url ?? ""))
      vite.middlewares(request, response, () => handle(request, response));
    else handle(request, response);
  });
  const closeHttp = closeAfterLastResponse(http);
  const loggerInstance: FastifyBaseLogger = log;
  const app = Fastify({
    serverFactory: (listener) => {
      handle = listener;
      return http;
    },
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => shortCode(10),
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { maxParamLength: 200 },
    trustProxy: trustProxy(config),
    clientErrorHandler: sendMalformedRequest,
    // What the router cannot even read: `%E0%A4%A`, a name without end.
    frameworkErrors: (cause, request, reply) => {
      if (isOwn(request.url)) sendError(cause, request, reply);
      else
        sendPage(request, reply).catch(
          (failed: unknown) => sendBusyPage(failed, request, reply) || sendError(failed, request, reply),
        );
    },
  });
  app.setErrorHandler((cause, request, reply) => {
    if (isOwn(request.url) || !sendBusyPage(cause, request, reply)) return sendError(cause, request, reply);
    return reply;
  });
  app.setNotFoundHandler((request, reply) => sendError(notFound(), request, reply));
  readJsonBodies(app);
  refuseLongAddresses(app);
  metrics.watch(app);
  limitPatience(app);
  watchProxies(app, context);
  limitCalls(app, context);

  serveHealth(app, context, () => leaving);
  serveRoutes(app, routes, { context, identify, responseCache });
  serveApiDocs(app, { routes, publicUrl: config.publicUrl, responseCache: files });
  for (const plugin of plugins) await app.register((scope) => plugin(scope, context));
  app.all("/api/*", () => {
    throw notFound();
  });

  pageRenderer = await openPageRenderer({
    http,
    answerCall: inProcessAnswers(routes, context),
    publicUrl: config.publicUrl,
    development: config.development,
  });
  if (!config.development) await serveBuiltFiles(app, files);
  serveCrawlerFiles(app, pageRenderer, responseCache);
  serveSecurityContact(app, context, () => findSeller(context)?.email ?? null);
  app.get("/.well-known/change-password", (_request, reply) => reply.redirect(links.profile, 303));
  const pages = servePages(app, {
    pageRenderer,
    responseCache,
    headersFor: withPaymentPages(config, pageHeadersFor(config)),
    limitPages: createPageLimit(config, context.now),
  });
  ({ sendPage } = pages);
  await servePlainPosts(app, { forms: plainForms, routes, context, sendPosted: pages.sendPosted });

  return {
    http,
    clearResponseCache: responseCache.clear,
    async listen() {
      await app.listen({ port: config.port, host: config.host, backlog: MOST_CONNECTING });
      const address = http.address();
      return { port: typeof address === "object" && address ? address.port : config.port };
    },
    async leave() {
      leaving = true;
      await receiveFor(Math.max(config.drainSeconds * 1_000, SENT_AND_NOT_READ_MS));
      // Not the HTTP server's own close yet: that would cut off requests which are sent and not yet read.
      NetServer.prototype.close.call(http);
      await receiveFor(SENT_AND_NOT_READ_MS);
      void closeHttp();
    },
    async close() {
      await closeHttp();
      await pageRenderer?.close();
      await app.close();
    },
  };
}

/** Lets at least `ms` pass, and however busy the process is, lets it take in what has come by then. */
async function receiveFor(ms: number): Promise<void> {
  await pause(ms);
  await nextTurn();
}

/** What is no page, and no source file that Vite may see in development. */
const isOwn = (url: string): boolean =>
  /^\/(api|addresses|pictures|videos|uploads|pay|socket\.io|healthz|readyz)(\/|\?|$)/.test(url);

function refuseLongAddresses(app: FastifyInstance): void {
  app.addHook("onRequest", async (request) => {
    if (isOwn(request.url) && request.url.length > LONGEST_ADDRESS) throw frameworkRefusal(414);
  });
}
