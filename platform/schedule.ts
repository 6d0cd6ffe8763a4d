import type { Context } from "./context.ts";
import { withLongStatements } from "./long-work.ts";

/** Something the shop does by itself again and again. */
export interface ScheduledJob {
  name: string;
  everyMs: number;
  /** It cleans up, and how much there is no one knows: its statements may take minutes. */
  isLong?: boolean;
  run(context: Context): Promise<unknown>;
}

/** Runs each job at its interval, never twice at once; a failure is logged and tried again at the next turn. */
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
      await Promise.all(running.values());
    },
  };
}

async function runOnce(context: Context, job: ScheduledJob): Promise<void> {
  try {
    await (job.isLong ? withLongStatements(() => job.run(context)) : job.run(context));
  } catch (cause) {
    context.log.error({ err: cause, job: job.name }, "scheduled job failed");
  }
}
