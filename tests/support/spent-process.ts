import { setTimeout as pause } from "node:timers/promises";
import { serveJobs } from "../../platform/processes/idle-process.ts";

// The tests of `IdleProcess` start this program. It ends after three jobs.

let done = 0;
serveJobs(
  async (job) => {
    if (job === "crash") process.exit(1);
    if (job === "hang") for (;;);
    await pause(5);
    done++;
    return job;
  },
  () => done >= 3,
);
