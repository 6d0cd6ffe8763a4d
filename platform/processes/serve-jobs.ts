import { openThreadCalls } from "./thread-calls.ts";

/**
 * The other side of an `IdleProcess`, called once in the process: it ends when the shop does, and after an answer once
 * `isSpent` says so. The next job then starts another.
 */
export function serveJobs(answer: (job: unknown) => Promise<unknown>, isSpent = () => false): void {
  process.on("disconnect", () => process.exit(0));
  openThreadCalls(
    {
      on: (event, hear) => process.on(event, hear),
      postMessage: (message) =>
        process.send?.(message, () => {
          if (isSpent()) process.disconnect();
        }),
    },
    answer,
  );
}
