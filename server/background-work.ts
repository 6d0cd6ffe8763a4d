import { openOperatorSocket } from "#platform/operator/operator-socket.ts";
import type { Context } from "#platform/context.ts";
import { type Metrics, serveMetrics } from "#platform/observe/metrics.ts";
import type { Outbox } from "#platform/outbox/outbox.ts";
import { startSchedule } from "#platform/outbox/schedule.ts";
import { commands, deskNews } from "./commands.ts";
import { jobs, knownValues } from "./features.ts";
import { readFileOfPage } from "./preview-commands.ts";

/** Steps that close the open parts, the oldest first. */
export type Closing = (() => unknown)[];

/** Deliveries, jobs, the operator's commands, and the metrics. */
export async function startBackgroundWork(
  context: Context,
  outbox: Outbox,
  metrics: Metrics,
  closing: Closing,
): Promise<void> {
  outbox.start(context);
  const schedule = startSchedule(context, jobs);
  const operator = await openOperatorSocket(context, commands, {
    metrics,
    values: knownValues,
    topics: deskNews,
    readFile: readFileOfPage,
  });
  const { metrics: served } = context.config;
  if (served !== null) closing.push((await serveMetrics(metrics, served)).close);
  closing.push(
    () => outbox.stop(),
    () => schedule.stop(),
    () => operator.close(),
  );
}
