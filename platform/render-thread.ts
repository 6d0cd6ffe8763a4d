import { parentPort, workerData } from "node:worker_threads";
import { type Call, toResult } from "#contract/endpoint-call.ts";
import { ApiError } from "#contract/errors.ts";
import type { WebBuild } from "#contract/page.ts";
import type { Answered, CallOfPage, PageRequest, RenderThreadData } from "./renderer.ts";
import { nameSourcesInStacks } from "./source-stacks.ts";
import { createVersionCalls } from "./version-calls.ts";
import { openThreadCalls } from "./thread-calls.ts";

// Runs as a thread of its own: `renderer.ts` starts it.

const { entry, publicUrl } = workerData as RenderThreadData;
nameSourcesInStacks();
if (!parentPort) throw new Error("This file runs as a thread.");
const web = (await import(entry)) as WebBuild;

const { ask } = openThreadCalls(parentPort, (pageRequest) => {
  const { url, posted, version } = pageRequest as PageRequest;
  return web.render(url, { publicUrl, call: version === undefined ? call : callsOf(version) }, posted);
});

const call: Call = async (endpoint, input) => {
  const { method, path } = endpoint;
  const answered = (await ask({ method, path, input } satisfies CallOfPage)) as Answered;
  if ("refused" in answered) throw new ApiError(answered.refused.status, answered.refused);
  return toResult(endpoint, answered.body);
};
const callsOf = createVersionCalls(call);
