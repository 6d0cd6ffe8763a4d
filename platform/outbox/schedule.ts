import type { Context } from "../context.ts";
import { defineTimer } from "../observe/counts.ts";
import { runFor } from "../observe/current-work.ts";
import { generateCode } from "../ids.ts";
import { stopInTime } from "./stop-in-time.ts";
import { withLongStatements } from "../database/lock-briefly.ts";

export interface ScheduledJob {
  name: string;
  everyMs: number;
  /** True if the job's statements may take minutes, for example because they delete many rows. */
  isLong?: boolean;
  run(context: Context): Promise<unknown>;
}

/** Runs each job at its interval, except while its previous run continues. Logs failures. */
export function startSchedule(context: Context, jobs: readonly ScheduledJob[]): { stop(): Promise<void> } {
  const running = new Map<string, Promise<void>>();
  const timers = jobs.map((job) =>
    setInterval(() => {
      if (running.has(job.name)) return;
      running.set(
        job.name,
        runOnce(context, job).finally(() => running.delete(job.name)),
      );
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
  { name: "shop_job_duration_seconds", help: "Duration of scheduled jobs, by job and outcome." },
  ["task", "outcome"],
  [0.01, 0.1, 1, 10, 60, 300],
);

const runOnce = (context: Context, job: ScheduledJob): Promise<void> =>
  runFor({ id: generateCode(10), name: `job ${job.name}` }, () => runNow(context, job));

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
