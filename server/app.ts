import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { identify } from "#server/accounts";
import { links } from "#contract/links.ts";
import { findSeller, knownNames } from "#server/catalogue";
import { serveApiDocs } from "#platform/api-docs/api-docs.ts";
import { serveBuiltFiles } from "#platform/built-files.ts";
import { limitCalls } from "#platform/call-limit.ts";
import { limitPatience } from "#platform/call-patience.ts";
import type { Context } from "#platform/context.ts";
import { serveCrawlerFiles } from "#platform/crawler-files.ts";
import { notFound } from "#platform/envelope.ts";
import { createResponseCache, type ResponseCache } from "#platform/response-cache.ts";
import { createPageLimit } from "#platform/page-limit.ts";
import { serveHealth } from "#platform/health.ts";
import { readJsonBodies } from "#platform/json-bodies.ts";
import { closeAfterLastResponse } from "#platform/graceful-close.ts";
import type { Metrics } from "#platform/metrics.ts";
import { watchProxies } from "#platform/watch-proxies.ts";
import { servePlainPosts } from "#platform/plain-posts.ts";
import { inProcessAnswers, serveRoutes } from "#platform/serve-routes.ts";
import { servePages } from "#platform/serve-pages.ts";
import { openPageRenderer, type PageRenderer } from "#platform/page-renderer.ts";
import { serveSecurityContact } from "#platform/security-contact.ts";
import { cacheKeys } from "./cache-keys.ts";
import { createFramework } from "./framework.ts";
import { createHttpServer, createWiring, type Wiring } from "./http-server.ts";
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
  const { config } = context;
  const caches: Caches = {
    answers: createResponseCache(cacheKeys(() => knownNames(context))),
    files: createResponseCache(),
  };
  const wiring = createWiring();
  const http = createHttpServer(context, metrics, wiring, [caches.answers, caches.files]);
  const closeHttp = closeAfterLastResponse(http);
  const app = createFramework(context, http, wiring);
  readJsonBodies(app);
  metrics.watch(app);
  limitPatience(app);
  watchProxies(app, context);
  limitCalls(app, context);
  serveHealth(app, context, () => wiring.leaving);
  await serveCalls(app, context, caches);

  const pageRenderer = await openPageRenderer({
    http,
    answerCall: inProcessAnswers(routes, context),
    publicUrl: config.publicUrl,
    development: config.development,
  });
  wiring.vite = pageRenderer.vite;
  await serveWeb(app, context, { caches, pageRenderer, wiring });

  return {
    http,
    clearResponseCache: caches.answers.clear,
    async listen() {
      await app.listen({ port: config.port, host: config.host, backlog: MOST_CONNECTING });
      const address = http.address();
      return { port: typeof address === "object" && address ? address.port : config.port };
    },
    async leave() {
      wiring.leaving = true;
      await receiveFor(Math.max(config.drainSeconds * 1_000, SENT_AND_NOT_READ_MS));
      // Not the HTTP server's own close yet: that would cut off requests which are sent and not yet read.
      NetServer.prototype.close.call(http);
      await receiveFor(SENT_AND_NOT_READ_MS);
      void closeHttp();
    },
    async close() {
      await closeHttp();
      await pageRenderer.close();
      await app.close();
    },
  };
}

/** Kept in memory: what changes with the catalogue, and what never does. */
interface Caches {
  answers: ResponseCache;
  files: ResponseCache;
}

async function serveCalls(app: FastifyInstance, context: Context, { answers, files }: Caches): Promise<void> {
  serveRoutes(app, routes, { context, identify, responseCache: answers });
  serveApiDocs(app, { routes, publicUrl: context.config.publicUrl, responseCache: files });
  for (const plugin of plugins) await app.register((scope) => plugin(scope, context));
  app.all("/api/*", () => {
    throw notFound();
  });
}

interface Web {
  caches: Caches;
  pageRenderer: PageRenderer;
  wiring: Wiring;
}

async function serveWeb(
  app: FastifyInstance,
  context: Context,
  { caches, pageRenderer, wiring }: Web,
): Promise<void> {
  const { config } = context;
  if (!config.development) await serveBuiltFiles(app, caches.files);
  serveCrawlerFiles(app, pageRenderer, caches.answers);
  serveSecurityContact(app, context, () => findSeller(context)?.email ?? null);
  app.get("/.well-known/change-password", (_request, reply) => reply.redirect(links.profile, 303));
  const { sendPage, sendPosted } = servePages(app, {
    pageRenderer,
    responseCache: caches.answers,
    headersFor: withPaymentPages(config, pageHeadersFor(config)),
    limitPages: createPageLimit(config, context.now),
  });
  wiring.sendPage = sendPage;
  await servePlainPosts(app, { forms: plainForms, routes, context, sendPosted });
}

/** Lets at least `ms` pass, and however busy the process is, lets it take in what has come by then. */
async function receiveFor(ms: number): Promise<void> {
  await pause(ms);
  await nextTurn();
}
