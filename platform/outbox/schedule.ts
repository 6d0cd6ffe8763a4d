import type { Context } from "../context.ts";
import type { Log } from "../observe/log.ts";
import { defineTimer } from "../observe/counts.ts";
import { runFor } from "../observe/current-work.ts";
import { generateCode } from "../ids.ts";
import { withLongStatements } from "../database/lock-briefly.ts";

export interface ScheduledJob {
  name: string;
  everyMs: number;
  /** True if the job's statements may take minutes, for example because they delete many rows. */
  isLong?: boolean;
  run(context: Context): Promise<unknown>;
}

export function startSchedule(context: Context, jobs: readonly ScheduledJob[]): { stop(): Promise<void> } {
  const running = new Map<string, Promise<void>>();
  const timers = jobs.map((job) =>
    setInterval(() => {
      if (running.has(job.name)) return;
      const work = { id: generateCode(10), name: `job ${job.name}` };
      const run = runFor(work, () => runNow(context, job)).finally(() => running.delete(job.name));
      running.set(job.name, run);
    }, job.everyMs),
  );
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await stopInTime("scheduled jobs", Promise.all(running.values()), context.log);
    },
  };
}

const runs = defineTimer(
  "shop_job_duration_seconds",
  "Duration of scheduled jobs, by job and outcome.",
  ["task", "outcome"],
  [0.01, 0.1, 1, 10, 60, 300],
);

async function runNow(context: Context, job: ScheduledJob): Promise<void> {
  try {
    await runs.time(
      async () => (job.isLong ? withLongStatements(() => job.run(context)) : job.run(context)),
      (cause) => ({ task: job.name, outcome: cause === undefined ? "done" : "failed" }),
    );
  } catch (cause) {
    context.log.error({ err: cause, job: job.name }, "scheduled job failed");
  }
}

const MAX_WAIT_MS = 10_000;

/**
 * Waits for background work when the shop closes, but at most 10 s, so that the other parts can close in time. The shop
 * repeats the unfinished work after its next start.
 */
export async function stopInTime(name: string, work: Promise<unknown> | undefined, log: Log): Promise<void> {
  const ended = Promise.resolve(work).then(() => true);
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, MAX_WAIT_MS, false).unref());
  if (!(await Promise.race([ended, late])))
    log.warn({ name }, "the shop closes before this background work has ended");
}
