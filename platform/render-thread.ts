import { parentPort, workerData } from "node:worker_threads";
import { toResult } from "#contract/endpoint-call.ts";
import { ApiError } from "#contract/errors.ts";
import type { RenderContext, WebBuild } from "#contract/page.ts";
import type { Answered, CallOfPage, PageRequest, RenderThreadData } from "./renderer.ts";
import { nameSourcesInStacks } from "./source-stacks.ts";
import { openThreadCalls } from "./thread-calls.ts";

// Runs as a thread of its own: `renderer.ts` starts it.

const { entry, publicUrl } = workerData as RenderThreadData;
nameSourcesInStacks();
if (!parentPort) throw new Error("This file runs as a thread.");
const web = (await import(entry)) as WebBuild;

const { ask } = openThreadCalls(parentPort, (pageRequest) => {
  const { url, posted } = pageRequest as PageRequest;
  return web.render(url, renderContext, posted);
});

const renderContext: RenderContext = {
  publicUrl,
  async call(endpoint, input) {
    const { method, path } = endpoint;
    const answered = (await ask({ method, path, input } satisfies CallOfPage)) as Answered;
    if ("refused" in answered) throw new ApiError(answered.refused.status, answered.refused);
    return toResult(endpoint, answered.body);
  },
};
