import { setTimeout as pause } from "node:timers/promises";
import { findSocketPrincipal } from "#server/accounts";
import { openOperatorSocket } from "#server/operator";
import { awaitDatabase } from "#platform/await-database.ts";
import { systemClock } from "#platform/clock.ts";
import type { Config } from "#platform/config.ts";
import { createContext } from "#platform/context.ts";
import type { Database } from "#platform/database.ts";
import type { Log } from "#platform/log.ts";
import { createMetrics, serveMetrics } from "#platform/metrics.ts";
import { migrate } from "#platform/migrate.ts";
import { createOutbox } from "#platform/outbox.ts";
import { startSchedule } from "#platform/schedule.ts";
import { openSockets } from "#platform/socket-server.ts";
import { loadPages } from "#platform/page-renderer.ts";
import { createApp } from "./app.ts";
import { commands } from "./commands.ts";
import { features, jobs, subscribers } from "./features.ts";

export interface OpenShop {
  port: number;
  engine: "embedded" | "server";
  /** Finishes what is under way and lets go of everything, newest first. */
  close(): Promise<void>;
}

interface Opening {
  /** It may still be on its way. */
  database: Promise<Database>;
  /** Hears what is being done. */
  step: (message: string) => void;
}

/** Opens the whole shop in the order in which its parts need each other. */
export async function openShop(config: Config, log: Log, opening: Opening): Promise<OpenShop> {
  const { step } = opening;
  const closing: (() => unknown)[] = [];
  const closeAll = async () => {
    for (const close of closing.toReversed()) await close();
  };
  try {
    // While the database is on its way; code that needs them gets their error.
    if (!config.development) loadPages().catch(() => {});
    const database = await opening.database;
    closing.push(() => database.close());
    await awaitDatabase(database.pool, step);
    await migrate(database.slowPool, log);

    const now = systemClock;
    const outbox = createOutbox({ db: database.db, log, now }, subscribers);
    const context = createContext({ config, log, database, now, outbox });

    step("Opening the catalogue");
    let onPublicChange = () => {};
    for (const feature of features) {
      const opened = await feature.open?.(context, {
        onPublicChange: () => onPublicChange(),
        onProgress: step,
      });
      closing.push(() => opened?.close?.());
    }

    step("Opening the shop to customers");
    const metrics = createMetrics(context);
    const app = await createApp(context, metrics);
    onPublicChange = app.clearResponseCache;
    const sockets = openSockets(
      app.http,
      context,
      (token, cookies) => findSocketPrincipal(context, token, cookies),
      database.engine === "server" ? (config.databaseUrl ?? null) : null,
    );
    const { port } = await app.listen();
    for (const feature of features) feature.listen?.(context, { port, sockets });
    closing.push(
      () => app.close(),
      () => sockets.close(),
    );

    outbox.start(context);
    const schedule = startSchedule(context, jobs);
    const operator = await openOperatorSocket(context, commands, metrics);
    if (config.metricsPort !== null) closing.push((await serveMetrics(metrics, config.metricsPort)).close);
    closing.push(
      () => outbox.stop(),
      () => schedule.stop(),
      () => operator.close(),
      () => app.leave(),
    );
    return { port, engine: database.engine, close: closeAll };
  } catch (cause) {
    // A part that cannot close half-opened must not keep the reason from being said.
    await Promise.race([closeAll().catch(() => {}), pause(2_000)]);
    throw cause;
  }
}
