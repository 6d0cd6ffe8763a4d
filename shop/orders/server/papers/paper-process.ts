import { serveJobs } from "#platform/serve-jobs.ts";
import { nameSourcesInStacks } from "#platform/source-stacks.ts";
import { drawInvoice } from "./draw-invoice.ts";
import { drawLabels } from "./draw-label.ts";
import { drawSlips } from "./draw-slip.ts";
import type { PaperJob } from "./paper-jobs.ts";

// Runs as a process of its own: `draw-paper.ts` starts it.

nameSourcesInStacks();
serveJobs((question) => {
  const job = question as PaperJob;
  switch (job.kind) {
    case "invoice":
      return drawInvoice(job.content, job.date);
    case "slips":
      return drawSlips(job.content, job.date);
    case "labels":
      return drawLabels(job.content, job.date);
  }
});
