import { openOperatorSocket } from "#server/operator";
import type { Context } from "#platform/context.ts";
import { type Metrics, serveMetrics } from "#platform/metrics.ts";
import type { Outbox } from "#platform/outbox.ts";
import { startSchedule } from "#platform/schedule.ts";
import { commands } from "./commands.ts";
import { jobs } from "./features.ts";

/** What closes the parts that are open, the oldest first. */
export type Closing = (() => unknown)[];

/** Deliveries, jobs, the operator's commands, and the metrics. */
export async function startBackgroundWork(
  context: Context,
  outbox: Outbox,
  metrics: Metrics,
  closing: Closing,
): Promise<void> {
  const { metricsPort } = context.config;
  outbox.start(context);
  const schedule = startSchedule(context, jobs);
  const operator = await openOperatorSocket(context, commands, metrics);
  if (metricsPort !== null) closing.push((await serveMetrics(metrics, metricsPort)).close);
  closing.push(
    () => outbox.stop(),
    () => schedule.stop(),
    () => operator.close(),
  );
}
