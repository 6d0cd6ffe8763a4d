import { parentPort, workerData } from "node:worker_threads";
import type { Answered, Redirection, RenderedPage, WebBuild } from "#contract/page.ts";
import { createBodyEncoder, listMemory } from "../http/encoded-body.ts";
import { createPageWriter } from "./html-document.ts";
import type { CallOfPage, MadePage, PageRequest, RenderThreadData } from "./renderer.ts";
import { nameSourcesInStacks } from "../observe/source-stacks.ts";
import { createVersionCalls } from "./version-calls.ts";
import { openThreadCalls } from "../processes/thread-calls.ts";

// Runs in a worker thread that `renderer.ts` starts.

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
  const { url, posted, version, answers } = pageRequest;
  const ownCall = answers === undefined ? call : toCallOf(answers);
  const renderContext = { publicUrl, call: version === undefined ? ownCall : callsOf(version) };
  const page = await web.render(url, renderContext, posted);
  return "redirect" in page ? page : encodePage(page, pageRequest);
}

function encodePage(page: RenderedPage, { encoding = "plain", effort = "light" }: PageRequest): MadePage {
  const { status, error } = page;
  const body = encodeBody(writePage(page), status === 200 ? encoding : "plain", effort);
  return { status, body, ...(error !== undefined && { error }) };
}

const toCallOf = (answers?: number) =>
  web.toCall(
    async ({ method, path }, input) =>
      (await ask({ method, path, input, answers } satisfies CallOfPage)) as Answered,
  );
const call = toCallOf();
const callsOf = createVersionCalls(call);
