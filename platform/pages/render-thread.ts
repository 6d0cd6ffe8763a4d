import { parentPort, workerData } from "node:worker_threads";
import { type Call, toResult } from "#contract/endpoint-call.ts";
import { ApiError } from "#contract/errors.ts";
import type { Redirection, RenderedPage, WebBuild } from "#contract/page.ts";
import { createBodyEncoder, listMemory } from "../http/encoded-body.ts";
import { createPageWriter } from "./html-document.ts";
import type { Answered, CallOfPage, MadePage, PageRequest, RenderThreadData } from "./renderer.ts";
import { nameSourcesInStacks } from "../observe/source-stacks.ts";
import { createVersionCalls } from "./version-calls.ts";
import { openThreadCalls } from "../processes/thread-calls.ts";

// Runs as a thread of its own: `renderer.ts` starts it.

const { entry, publicUrl, frame, manifest } = workerData as RenderThreadData;
nameSourcesInStacks();
if (!parentPort) throw new Error("This file runs as a thread.");
const web = (await import(entry)) as WebBuild;

const writePage = createPageWriter(frame, manifest);
const encodeBody = createBodyEncoder();

const { ask } = openThreadCalls(
  parentPort,
  (pageRequest) => makePage(pageRequest as PageRequest),
  (page) => ("redirect" in (page as MadePage | Redirection) ? [] : listMemory((page as MadePage).body)),
);

async function makePage(pageRequest: PageRequest): Promise<MadePage | Redirection> {
  const { url, posted, version } = pageRequest;
  const renderContext = { publicUrl, call: version === undefined ? call : callsOf(version) };
  const page = await web.render(url, renderContext, posted);
  return "redirect" in page ? page : encodePage(page, pageRequest);
}

function encodePage(page: RenderedPage, { encoding = "plain", effort = "light" }: PageRequest): MadePage {
  const { status, error } = page;
  const body = encodeBody(writePage(page), status === 200 ? encoding : "plain", effort);
  return { status, body, ...(error !== undefined && { error }) };
}

const call: Call = async (endpoint, input) => {
  const { method, path } = endpoint;
  const answered = (await ask({ method, path, input } satisfies CallOfPage)) as Answered;
  if ("refused" in answered) throw new ApiError(answered.refused.status, answered.refused);
  return toResult(endpoint, answered.body);
};
const callsOf = createVersionCalls(call);
