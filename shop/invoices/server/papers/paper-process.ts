import { serveJobs } from "#platform/processes/idle-process.ts";
import { nameSourcesInStacks } from "#platform/observe/source-stacks.ts";
import { compilePaper, isCompilerSpent } from "./compile-paper.ts";
import type { PaperJob } from "./draw-paper.ts";

// Runs as a process of its own: `draw-paper.ts` starts it.

nameSourcesInStacks();
serveJobs((job) => compilePaper(job as PaperJob), isCompilerSpent);
