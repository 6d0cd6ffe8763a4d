import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { findLastBackup } from "#platform/checks/backups.ts";
import { type Clock, systemClock } from "#platform/clock.ts";
import type { Config } from "#platform/config/config.ts";
import { type Context, createContext } from "#platform/context.ts";
import type { Database } from "#platform/database/database.ts";
import { awaitDatabase, confirmMigrated, isMigrated, migrate } from "#platform/database/migrate.ts";
import { createAnswerCall } from "#platform/http/serve-routes.ts";
import { followRequests } from "#platform/http/follow-requests.ts";
import { closeAfterLastResponse } from "#platform/http/graceful-close.ts";
import { readJsonBodies } from "#platform/http/json-bodies.ts";
import { openSockets } from "#platform/http/socket-server.ts";
import { limitCalls } from "#platform/limits/rate-limit.ts";
import { serveHealth } from "#platform/observe/health.ts";
import type { Log } from "#platform/observe/log.ts";
import { createMetrics, type Metrics, serveMetrics } from "#platform/observe/metrics.ts";
import { watchProxies } from "#platform/observe/watch-proxies.ts";
import { openOperatorSocket } from "#platform/operator/operator-socket.ts";
import { createOutbox, type Outbox } from "#platform/outbox/outbox.ts";
import { startSchedule } from "#platform/outbox/schedule.ts";
import {
  openPageRenderer,
  type PageRenderer,
  startWebThread,
  type WebThread,
  setDrawingRenderer,
} from "#platform/pages/page-renderer.ts";
import { openFreezeGuard } from "#platform/processes/freeze-guard.ts";
import { registerProcess } from "#platform/processes/live-processes.ts";
import { findSocketOwner, findSocketPrincipal } from "#shop/accounts/server/index.ts";
import { type Caches, createCaches } from "./caches.ts";
import { commands, deskNews } from "./commands.ts";
import { deskPeople, features, jobs, knownValues, routes, subscribers } from "./features.ts";
import { createHttpServer, createWiring, type Wiring, createFramework } from "./http-server.ts";
import { readFileOfPage } from "./preview-commands.ts";
import { serveCalls, serveWeb } from "./serve-shop.ts";

interface Opening {
  database: Promise<Database>;
  step: (message: string) => void;
  now?: Clock;
  /** Fills a demo shop with data. Runs before the scheduled jobs and the outbox start. */
  fill?: (shop: FillShop) => Promise<void>;
}

export interface FillShop {
  context: Context;
  port: number;
  outbox: Outbox;
}

export async function openShop(
  config: Config,
  log: Log,
  { database: opening, step, now = systemClock, fill }: Opening,
) {
  const closing: OpenParts = [];
  let closed: Promise<void> | undefined;
  try {
    const webThread = beginWebThread(config, closing);
    const database = await opening;
    closing.push(["the database", () => database.close()]);
    await awaitDatabase(database.pool, step);
    await migrate(database.slowPool, log);

    const outbox = createOutbox({ db: database.db, log, now }, subscribers);
    const context = createContext({ config, log, database, now, outbox });
    const overtaken = Promise.withResolvers<void>();
    const registered = await registerProcess(context, step, () => void guard.doubt());
    closing.push(["the registration of this process", () => registered.close()]);
    await confirmMigrated(database.slowPool);
    const guard = openFreezeGuard({
      async fits() {
        // Renew the registration before the check: other processes apply no migration that would break a registered
        // process.
        await registered.renew();
        return isMigrated(database.slowPool);
      },
      onOvertaken: overtaken.resolve,
    });
    closing.push(["the freeze guard", () => guard.close()]);
    const caches = createCaches(context);
    step("Opening the catalogue");
    const shop = { onPublicChange: caches.answers.clear, onProgress: step };
    for (const feature of features) {
      const service = await feature.open?.(context, shop);
      closing.push([feature.name, () => service?.close?.()]);
    }

    step("Opening the shop to customers");
    const metrics = createMetrics(context, () => findLastBackup(context));
    const app = await createApp(context, metrics, {
      caches,
      webThread: await webThread,
      mayAnswer: guard.mayAnswer,
    });
    const port = await acceptConnections(app, context, closing);
    await fill?.({ context, port, outbox });
    await startBackgroundWork(context, outbox, metrics, closing);
    closing.push(["readiness", () => app.leave()]);
    return {
      port,
      engine: database.engine,
      /** Resolves when a newer version has changed the database and this process must close. */
      overtaken: overtaken.promise,
      /**
       * Finishes the work in progress and closes all parts, in reverse order of opening. Every call returns the same
       * promise, because a signal can arrive while the shop is already closing.
       */
      close: () => (closed ??= closeAll(closing)),
      closingPart: () => closing.at(-1)?.[0],
    };
  } catch (cause) {
    // Closing a half-opened part may hang. After two seconds, throw the error anyway.
    await Promise.race([closeAll(closing).catch(() => {}), pause(2_000)]);
    throw cause;
  }
}

/**
 * Starts to load the code of the pages, except in development. If opening the database also fails, only that error is
 * reported.
 */
function beginWebThread(config: Config, closing: OpenParts): Promise<WebThread | null> {
  const starting = config.development ? Promise.resolve(null) : startWebThread(config);
  starting.catch(() => {}); // the caller that awaits this promise handles the rejection
  closing.push(["the page renderer", async () => (await starting.catch(() => null))?.worker.terminate()]);
  return starting;
}

async function acceptConnections(app: App, context: Context, closing: OpenParts): Promise<number> {
  const { databaseUrl } = context.config;
  const sockets = openSockets(
    app.http,
    context,
    {
      findOwner: (cookies) => findSocketOwner(context, cookies),
      findPrincipal: (token, cookies) => findSocketPrincipal(context, token, cookies),
    },
    context.engine === "server" ? (databaseUrl ?? null) : null,
  );
  const { port } = await app.listen();
  for (const feature of features) feature.listen?.(context, { port, sockets });
  closing.push(["open requests", () => app.close()], ["websockets", () => sockets.close()]);
  return port;
}

async function closeAll(closing: OpenParts): Promise<void> {
  for (let part = closing.at(-1); part; part = closing.at(-1)) {
    await part[1]();
    closing.pop();
  }
}

/** The open parts, in the order in which they were opened. */
type OpenParts = [name: string, close: () => unknown][];

async function startBackgroundWork(
  context: Context,
  outbox: Outbox,
  metrics: Metrics,
  closing: OpenParts,
): Promise<void> {
  outbox.start(context);
  const schedule = startSchedule(context, jobs);
  const operator = await openOperatorSocket(context, commands, {
    metrics,
    values: knownValues,
    topics: deskNews,
    readFile: readFileOfPage,
    people: deskPeople,
  });
  const { metrics: served } = context.config;
  if (served !== null) closing.push(["metrics", (await serveMetrics(metrics, served)).close]);
  closing.push(
    ["deliveries and scheduled jobs", () => Promise.all([outbox.stop(), schedule.stop()])],
    ["operator commands", () => operator.close()],
  );
}

const SENT_AND_NOT_READ_MS = 250;

/** Maximum length of the TCP listen queue. If it is full, a client repeats its connection attempt after a second. */
const MAX_CONNECTING = 4_096;

type App = Awaited<ReturnType<typeof createApp>>;

async function createApp(
  context: Context,
  metrics: Metrics,
  { caches, webThread, mayAnswer }: { caches: Caches; webThread: WebThread | null; mayAnswer: () => boolean },
) {
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
    /**
     * Begins to shut down. For DRAIN_SECONDS, `/readyz` returns 503 while the shop still serves requests, so that a
     * load balancer can switch to another server. Then the shop refuses new connections, but answers requests on open
     * ones until `close`.
     */
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
  const { config } = context;
  const answerCall = createAnswerCall(routes, context);
  const pageRenderer = await openPageRenderer({ http, answerCall, config, webThread });
  wiring.vite = pageRenderer.vite;
  setDrawingRenderer(context, pageRenderer);
  await serveWeb(app, context, { caches, pageRenderer, wiring });
  return pageRenderer;
}

/** Serves requests for `ms`. Then refuses new connections and reads the requests that clients have already sent. */
async function drain(http: Server, ms: number): Promise<void> {
  await receiveFor(Math.max(ms, SENT_AND_NOT_READ_MS));
  // `http.close()` would drop requests that have arrived but are not read yet, so close only the listening socket.
  NetServer.prototype.close.call(http);
  await receiveFor(SENT_AND_NOT_READ_MS);
}

/** Waits at least `ms`, and then until the process has read all data that has arrived. */
async function receiveFor(ms: number): Promise<void> {
  await pause(ms);
  await nextTurn();
}
