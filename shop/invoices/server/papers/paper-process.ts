import { serveJobs } from "#platform/processes/idle-process.ts";
import { nameSourcesInStacks } from "#platform/observe/source-stacks.ts";
import { compilePaper, isCompilerSpent, listMissingLetters } from "./compile-paper.ts";
import type { LettersJob, PaperJob } from "./draw-paper.ts";

// `draw-paper.ts` starts this file as a separate process.

nameSourcesInStacks();
serveJobs((value) => {
  const job = value as PaperJob | LettersJob;
  return job.kind === "letters" ? listMissingLetters(job) : compilePaper(job);
}, isCompilerSpent);
