import { getPriority, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import type { Call } from "#contract/endpoint-call.ts";
import type { CallResult, Redirection, RenderedPage, WebBuild } from "#contract/page.ts";
import { createBodyEncoder, listMemory } from "../http/encoded-body.ts";
import { createPageWriter } from "./html-document.ts";
import type { CallOfPage, EncodedPage, PageRequest, RenderThreadData } from "./page-renderer.ts";
import { nameSourcesInStacks } from "../observe/source-stacks.ts";
import { openThreadCalls } from "../processes/thread-calls.ts";

const { entry, publicUrl, frame, manifest } = workerData as RenderThreadData;
nameSourcesInStacks();
// Lower the priority of this thread, so that the main thread can serve cached responses and health checks at once
// (T36). Only Linux has a priority for each thread. The shop may already run with a low priority: 19 is the lowest, and
// only root can raise a priority again.
if (process.platform === "linux") setPriority(Math.min(getPriority() + 5, 19));
if (!parentPort) throw new Error("This file must run as a worker thread.");
const web = (await import(entry)) as WebBuild;

const writePage = createPageWriter(frame, manifest);
const encodeBody = createBodyEncoder();

const { ask } = openThreadCalls(
  parentPort,
  (pageRequest) => makePage(pageRequest as PageRequest),
  (page) => ("redirect" in (page as EncodedPage | Redirection) ? [] : listMemory((page as EncodedPage).body)),
);

async function makePage(pageRequest: PageRequest): Promise<EncodedPage | Redirection> {
  const { url, posted, version, answers } = pageRequest;
  const ownCall = answers === undefined ? call : toCallOf(answers);
  const renderContext = { publicUrl, call: version === undefined ? ownCall : callsOf(version) };
  const page = await web.render(url, renderContext, posted);
  return "redirect" in page ? page : encodePage(page, pageRequest);
}

function encodePage(page: RenderedPage, { encoding = "plain", effort = "light" }: PageRequest): EncodedPage {
  const { status, error } = page;
  const body = encodeBody(writePage(page), status === 200 ? encoding : "plain", effort);
  return { status, body, ...(error !== undefined && { error }) };
}

const toCallOf = (answers?: number) =>
  web.toCall(
    async ({ method, path }, input) =>
      (await ask({ method, path, input, answers } satisfies CallOfPage)) as CallResult,
  );
const call = toCallOf();
const callsOf = createVersionCalls(call);

/** Caches the results of calls without parameters, so that all cached pages of a data version show the same data. */
function createVersionCalls(call: Call): (version: number) => Call {
  let newest = { version: -1, answers: new Map<string, Promise<unknown>>() };
  return (version) => {
    if (version > newest.version) newest = { version, answers: new Map() };
    const { answers } = newest;
    if (version < newest.version) return call;
    const callOnce = (endpoint: Parameters<Call>[0], input: Parameters<Call>[1]) => {
      if (Object.keys(input).length > 0) return call(endpoint, input);
      const name = `${endpoint.method} ${endpoint.path}`;
      const answer = answers.get(name) ?? call(endpoint, input);
      answers.set(name, answer);
      answer.catch(() => answers.delete(name));
      return answer;
    };
    return callOnce as Call;
  };
}
