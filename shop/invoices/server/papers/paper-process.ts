import { serveJobs } from "#platform/processes/idle-process.ts";
import { nameSourcesInStacks } from "#platform/observe/source-stacks.ts";
import { compilePaper, isCompilerSpent, listMissingLetters } from "./compile-paper.ts";
import type { LettersJob, PaperJob } from "./draw-paper.ts";

// This file runs as a separate process, which `draw-paper.ts` starts, so it sets up its own stack traces.

nameSourcesInStacks();
serveJobs((value) => {
  const job = value as PaperJob | LettersJob;
  return job.kind === "letters" ? listMissingLetters(job) : compilePaper(job);
}, isCompilerSpent);
