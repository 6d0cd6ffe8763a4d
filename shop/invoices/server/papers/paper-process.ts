import { serveJobs } from "#platform/processes/idle-process.ts";
import { nameSourcesInStacks } from "#platform/observe/source-stacks.ts";
import { compilePaper, isCompilerSpent, listMissingLetters } from "./compile-paper.ts";
import type { LettersJob, PaperJob } from "./draw-paper.ts";

// Runs in a separate process that `draw-paper.ts` starts.

nameSourcesInStacks();
serveJobs((given) => {
  const job = given as PaperJob | LettersJob;
  return job.kind === "letters" ? listMissingLetters(job) : compilePaper(job);
}, isCompilerSpent);
