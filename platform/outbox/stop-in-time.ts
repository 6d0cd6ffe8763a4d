import type { Log } from "../observe/log.ts";

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
