import { serveJobs } from "#platform/serve-jobs.ts";
import { nameSourcesInStacks } from "#platform/source-stacks.ts";
import { drawInvoice } from "./draw-invoice.ts";
import type { PaperJob } from "./paper-jobs.ts";

// Runs as a process of its own: `draw-paper.ts` starts it.

nameSourcesInStacks();
serveJobs((question) => {
  const { content, date } = question as PaperJob;
  return drawInvoice(content, date);
});
