import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { limitCalls } from "#platform/limits/page-limit.ts";
import { followRequests } from "#platform/http/follow-requests.ts";
import type { Context } from "#platform/context.ts";
import { serveHealth } from "#platform/observe/health.ts";
import { readJsonBodies } from "#platform/http/json-bodies.ts";
import { closeAfterLastResponse } from "#platform/http/graceful-close.ts";
import type { Metrics } from "#platform/observe/metrics.ts";
import { watchProxies } from "#platform/observe/watch-proxies.ts";
import { createAnswerCall } from "#platform/http/call-route.ts";
import { openPageRenderer, type PageRenderer, type WebThread } from "#platform/pages/page-renderer.ts";
import { setDrawingRenderer } from "#platform/pages/draw-page.ts";
import { createFramework } from "./framework.ts";
import { createHttpServer, createWiring, type Wiring } from "./http-server.ts";
import { routes } from "./features.ts";
import type { Caches } from "./caches.ts";
import { serveCalls, serveWeb } from "./serve-shop.ts";

const SENT_AND_NOT_READ_MS = 250;

/** The maximum number of connections in the accept queue. Further clients retry only after a second. */
const MAX_CONNECTING = 4_096;

export interface App {
  http: Server;
  listen(): Promise<{ port: number }>;
  /**
   * Begins to shut down. For DRAIN_SECONDS, `/readyz` returns 503 while the shop still serves requests, so that a load
   * balancer can switch to another server. Then the shop refuses new connections, but answers requests on open ones
   * until `close`.
   */
  leave(): Promise<void>;
  close(): Promise<void>;
}

export async function createApp(
  context: Context,
  metrics: Metrics,
  { caches, webThread, mayAnswer }: { caches: Caches; webThread: WebThread | null; mayAnswer: () => boolean },
): Promise<App> {
  const { config } = context;
  const wiring = { ...createWiring(), mayAnswer };
  const http = createHttpServer(context, wiring, [caches.answers, caches.files]);
  const closeHttp = closeAfterLastResponse(http);
  const app = createFramework(context, http, wiring);
  readJsonBodies(app);
  metrics.watch(app);
  followRequests(app);
  watchProxies(app, context);
  limitCalls(app, context);
  serveHealth(app, context, () => wiring.leaving);
  await serveCalls(app, context, caches);
  const pageRenderer = await servePagesOver(http, app, context, { caches, webThread, wiring });
  return {
    http,
    async listen() {
      await app.listen({ port: config.port, host: config.host, backlog: MAX_CONNECTING });
      const address = http.address();
      return { port: typeof address === "object" && address ? address.port : config.port };
    },
    async leave() {
      wiring.leaving = true;
      await drain(http, config.drainSeconds * 1_000);
      void closeHttp();
    },
    async close() {
      await closeHttp();
      await pageRenderer.close();
      await app.close();
    },
  };
}

async function servePagesOver(
  http: Server,
  app: FastifyInstance,
  context: Context,
  { caches, webThread, wiring }: { caches: Caches; webThread: WebThread | null; wiring: Wiring },
): Promise<PageRenderer> {
  const { publicUrl } = context.config;
  const answerCall = createAnswerCall(routes, context);
  const pageRenderer = await openPageRenderer({ http, answerCall, publicUrl, webThread });
  wiring.vite = pageRenderer.vite;
  setDrawingRenderer(context, pageRenderer);
  await serveWeb(app, context, { caches, pageRenderer, wiring });
  return pageRenderer;
}

/** Serves requests for `ms`, then refuses new connections and reads the requests that clients have already sent. */
async function drain(http: Server, ms: number): Promise<void> {
  await receiveFor(Math.max(ms, SENT_AND_NOT_READ_MS));
  // `http.close()` would cut off requests that were sent but not read yet, so only the listening socket is closed.
  NetServer.prototype.close.call(http);
  await receiveFor(SENT_AND_NOT_READ_MS);
}

/** Waits at least `ms`, and then until the process has read all pending input. */
async function receiveFor(ms: number): Promise<void> {
  await pause(ms);
  await nextTurn();
}
