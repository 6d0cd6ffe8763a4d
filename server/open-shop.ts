import { mkdir } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { identifySocket } from "#server/accounts";
import { openCatalogue } from "#server/catalogue";
import { openOperatorSocket } from "#server/operator";
import { openPayments } from "#server/payments";
import { attachSockets } from "#server/realtime";
import { openTestimonials } from "#server/testimonials";
import { awaitDatabase } from "#platform/await-database.ts";
import { systemClock } from "#platform/clock.ts";
import type { Config } from "#platform/config.ts";
import { createContext } from "#platform/context.ts";
import { openDatabase } from "#platform/database.ts";
import type { Log } from "#platform/log.ts";
import { createMetrics, serveMetrics } from "#platform/metrics.ts";
import { migrate } from "#platform/migrate.ts";
import { createOutbox } from "#platform/outbox.ts";
import { makePrivate } from "#platform/private-files.ts";
import { startSchedule } from "#platform/schedule.ts";
import { openSockets } from "#platform/sockets.ts";
import { createApp } from "./app.ts";
import { commands } from "./commands.ts";

import { reactions } from "./listeners.ts";
import { scheduledJobs } from "./schedule.ts";

export interface OpenShop {
  port: number;
  engine: "embedded" | "server";
  /** Finishes what is under way and lets go of everything, newest first. */
  close(): Promise<void>;
}

/** Opens the whole shop in the order in which its parts need each other; `step` hears what is being done. */
export async function openShop(config: Config, log: Log, step: (words: string) => void): Promise<OpenShop> {
  const closing: (() => unknown)[] = [];
  const closeAll = async () => {
    for (const close of closing.toReversed()) await close();
  };
  try {
    await ownDataFolder(config, log);
    step(config.databaseUrl ? "Connecting to the database" : "Opening the database in the data folder");
    const database = await openDatabase(config, log);
    closing.push(() => database.close());
    await awaitDatabase(database.pool, step);
    await migrate(database.slowPool, log);

    const now = systemClock;
    const outbox = createOutbox({ db: database.db, log, now }, reactions);
    const context = createContext({ config, log, database, now, outbox });

    step("Opening the catalogue");
    let onCatalogueChange = () => {};
    const catalogue = await openCatalogue(context, { onChange: () => onCatalogueChange(), onProgress: step });
    closing.push(() => catalogue.close());
    await openTestimonials(context);

    step("Opening the doors");
    const metrics = createMetrics(context);
    const app = await createApp(context, metrics);
    onCatalogueChange = app.clearFront;
    const sockets = openSockets(
      app.http,
      context,
      (token, cookies) => identifySocket(context, token, cookies),
      database.engine === "server" ? (config.databaseUrl ?? null) : null,
    );
    attachSockets(context, sockets);
    const { port } = await app.listen();
    openPayments(context, { port });
    closing.push(
      () => app.close(),
      () => sockets.close(),
    );

    outbox.start(context);
    const schedule = startSchedule(context, scheduledJobs);
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

/** Made, or taken back from everybody else, before the first file in it is opened (T32). */
async function ownDataFolder({ dataDir }: Config, log: Log): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const left = await makePrivate(dataDir);
  if (left.length > 0)
    log.warn({ files: left.length, first: left[0] }, "files of the data folder stay open to other users");
}
