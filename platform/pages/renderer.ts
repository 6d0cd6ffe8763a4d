import { Worker } from "node:worker_threads";
import type { Endpoint } from "#contract/endpoint.ts";
import type { FormResult } from "#contract/form.ts";
import type { AnswerCall, Redirection } from "#contract/page.ts";
import { type EncodedBody, receiveEncodedBody, type Effort, type Encoding } from "../http/encoded-body.ts";
import type { Chunk } from "./html-document.ts";
import { getThreadFile } from "../storage/package-files.ts";
import { openThreadCalls, type ThreadCalls } from "../processes/thread-calls.ts";

export interface RenderThreadData {
  entry: string;
  publicUrl: string;
  /** `frame` is the HTML template of all pages. `manifest` is Vite's build manifest. */
  frame: string;
  manifest: Record<string, Chunk>;
}

export interface PageRequest {
  url: string;
  posted?: FormResult;
  /** The version of the shop's data. Pages of the same version share the results of API calls. */
  version?: number;
  /** The encoding of the page. Pages with a status other than 200 are never compressed. */
  encoding?: Encoding;
  effort?: Effort;
  answers?: number;
}

export interface EncodedPage {
  status: number;
  body: EncodedBody;
  error?: unknown;
}

export interface CallOfPage extends Pick<Endpoint, "method" | "path"> {
  input: unknown;
  answers?: number | undefined;
}

/** Renders pages in a worker thread. If the thread crashes, its pages fail, and the next page starts a new thread. */
export function openRenderer(
  data: RenderThreadData,
  answerCall: AnswerCall,
  firstWorker = startRenderThread(data),
) {
  let thread: { worker: Worker; calls: ThreadCalls } | null = null;
  const others = new Map<number, AnswerCall>();
  let lastOther = 0;

  const start = (worker: Worker) => {
    const calls = openThreadCalls(worker, (question) => {
      const { input, answers, ...endpoint } = question as CallOfPage;
      const answerFor = answers === undefined ? answerCall : others.get(answers);
      if (!answerFor) throw new Error("A page requested data after its rendering had ended.");
      return answerFor(endpoint, input);
    });
    const started = { worker, calls };
    let reason = new Error("The thread that renders pages has ended.");
    worker.once("error", (cause: Error) => (reason = cause));
    worker.once("exit", () => {
      if (thread === started) thread = null;
      calls.rejectAll(reason);
    });
    return started;
  };
  thread = start(firstWorker);

  return {
    async render(pageRequest: PageRequest, other?: AnswerCall): Promise<EncodedPage | Redirection> {
      thread ??= start(startRenderThread(data));
      const answers = other && ++lastOther;
      if (other && answers) others.set(answers, other);
      const making = thread.calls.ask({ ...pageRequest, ...(answers && { answers }) });
      const page = (await making.finally(() => answers && others.delete(answers))) as
        | EncodedPage
        | Redirection;
      return "redirect" in page ? page : { ...page, body: receiveEncodedBody(page.body) };
    },
    async close() {
      await thread?.worker.terminate();
    },
  };
}

export const startRenderThread = (data: RenderThreadData): Worker =>
  new Worker(getThreadFile("render-thread", import.meta.url), {
    workerData: data,
    // Node would load React's development build by default, which takes three times as long.
    env: { ...process.env, NODE_ENV: "production" },
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });

/** All objects of a rendering are short-lived, so more heap for new objects would only hold more garbage. */
const YOUNG_MB = 12;
