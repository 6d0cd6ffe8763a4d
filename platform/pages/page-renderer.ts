import { readFile } from "node:fs/promises";
import type { Server } from "node:http";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { ViteDevServer } from "vite";
import type { FormResult } from "#contract/form.ts";
import type { AnswerCall, Redirection, SitemapProduct, WebAddresses, WebBuild } from "#contract/page.ts";
import type { Config } from "../config/config.ts";
import {
  type EncodedBody,
  type Encoding,
  receiveEncodedBody,
  type Effort,
  getPlainBody,
} from "../http/encoded-body.ts";
import { resolveFromRoot, getThreadFile } from "../storage/package-files.ts";
import {
  announceStyles,
  type Chunk,
  fillTemplate,
  hashScript,
  nameApi,
  orderFiles,
} from "./html-document.ts";
import type { ResponseCache, CacheKey } from "../cache/response-cache.ts";
import { createWorkQueue } from "../limits/work-queue.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { openThreadCalls, type ThreadCalls } from "../processes/thread-calls.ts";
import { type Context, defineState } from "../context.ts";

export interface Page {
  status: number;
  body: string | EncodedBody;
  location?: string;
  error?: unknown;
}

export interface PageRenderer {
  vite: ViteDevServer | null;
  hasPage(url: string): boolean;
  render(url: string, audience?: Omit<PageRequest, "url" | "answers">): Promise<Page>;
  draw(url: string, answerCall: AnswerCall): Promise<Page>;
  inlineScripts: readonly string[];
  styles: string;
  writeRobots(): Promise<string>;
  writeSitemap(products: readonly SitemapProduct[], part?: number): Promise<string | null>;
  close(): Promise<void>;
}

interface PageRendererOptions {
  http: Server;
  answerCall: AnswerCall;
  config: Pick<Config, "publicUrl" | "apiUrl">;
  /** The worker thread that renders the pages; null in development, where Vite renders them. */
  webThread: WebThread | null;
}

export interface WebThread {
  data: RenderThreadData;
  worker: Worker;
}

export async function startWebThread({
  publicUrl,
  apiUrl,
}: PageRendererOptions["config"]): Promise<WebThread> {
  const client = resolveFromRoot("dist/client");
  const [built, manifest] = await Promise.all([
    readFile(path.join(client, "index.html"), "utf8"),
    readFile(path.join(client, ".vite/manifest.json"), "utf8"),
  ]);
  const data: RenderThreadData = {
    entry: getEntry("entry-server"),
    publicUrl,
    frame: nameApi(orderFiles(built), apiUrl),
    manifest: JSON.parse(manifest) as Record<string, Chunk>,
  };
  return { data, worker: startRenderThread(data) };
}

export const openPageRenderer = (options: PageRendererOptions): Promise<PageRenderer> =>
  options.webThread ? openBuilt(options, options.webThread) : openWithVite(options);

const getEntry = (name: string): string => pathToFileURL(resolveFromRoot("dist/server", `${name}.js`)).href;

async function openBuilt(options: PageRendererOptions, { data, worker }: WebThread): Promise<PageRenderer> {
  const web = (await import(getEntry("crawlers"))) as WebAddresses;
  const { publicUrl } = options.config;
  const renderer = openRenderer(data, options.answerCall, worker);
  return {
    vite: null,
    hasPage: web.hasPage,
    inlineScripts: [...data.frame.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script]) =>
      hashScript(script ?? ""),
    ),
    styles: announceStyles(data.frame),
    writeRobots: async () => web.writeRobots(publicUrl),
    writeSitemap: async (products, part) => web.writeSitemap(publicUrl, products, part),
    close: () => renderer.close(),
    render: async (url, audience) => toPage(await renderer.render({ url, ...audience })),
    draw: async (url, answerCall) => toPage(await renderer.render({ url }, answerCall)),
  };
}

const toPage = (page: EncodedPage | Redirection): Page =>
  "redirect" in page ? { status: page.status, body: "", location: page.redirect } : page;

async function openWithVite(options: PageRendererOptions): Promise<PageRenderer> {
  const { http, config } = options;
  const { publicUrl, apiUrl } = config;
  const { createServer } = await import("vite");
  // Vite's default loader would write a bundled config file, which makes `node --watch` restart the server.
  const vite = await createServer({
    root: resolveFromRoot(),
    configLoader: "native",
    server: { middlewareMode: true, ws: { server: http } },
    appType: "custom",
  });
  const frame = nameApi(await readFile(resolveFromRoot("index.html"), "utf8"), apiUrl);
  const load = async () => (await vite.ssrLoadModule("/web/entry-server.tsx")) as WebBuild;
  const renderWith = async (answerCall: AnswerCall, url: string, posted?: FormResult): Promise<Page> => {
    const { render, toCall } = await load();
    const page = await render(url, { call: toCall(answerCall), publicUrl }, posted);
    if ("redirect" in page) return { status: page.status, body: "", location: page.redirect };
    const body = fillTemplate(await vite.transformIndexHtml(url, frame), page);
    return { status: page.status, body, error: page.error };
  };
  const loadCrawlers = async () => (await vite.ssrLoadModule("/web/crawlers.ts")) as WebAddresses;
  return {
    vite,
    close: () => vite.close(),
    // Always true, because a developer may add a page while the server runs. `render` detects missing pages.
    hasPage: () => true,
    inlineScripts: [],
    styles: "",
    writeRobots: async () => (await loadCrawlers()).writeRobots(publicUrl),
    writeSitemap: async (products, part) => (await loadCrawlers()).writeSitemap(publicUrl, products, part),
    render: (url, { posted } = {}) => renderWith(options.answerCall, url, posted),
    draw: (url, answerCall) => renderWith(answerCall, url),
  };
}

export const HTML = "text/html; charset=utf-8";

export const NO_SUCH_PAGE = "/no-such-page";

/** Rendering a page takes 5 to 20 ms. More than three pages at once would only delay each other. */
const RENDERING = { atOnce: 3, maxWaiting: 100, longestWaitMs: 3_000, longestTurnMs: 1_000 };

/** Renders only a few pages at once. @throws HttpRefusal 503 if too many pages are waiting */
export function createPageComposer(
  pageRenderer: PageRenderer,
  responseCache: ResponseCache,
  headersFor: (url: string) => Readonly<Record<string, string>>,
) {
  const composing = new Map<string, Promise<Page>>();
  const rendering = createWorkQueue(RENDERING);

  const composeAndCache = async (key: CacheKey, version: number, encoding: Encoding): Promise<Page> => {
    const { address: url, isBounded } = key;
    const page = await pageRenderer.render(url, { version, encoding, effort: isBounded ? "light" : "least" });
    const { status, body } = page;
    if (!pageRenderer.vite && (status === 200 || url === NO_SUCH_PAGE)) {
      responseCache.set(url, version, { status, type: HTML, headers: headersFor(url), body });
    }
    return page;
  };
  return {
    compose(key: CacheKey, version: number, encoding: Encoding): Promise<Page> {
      const name = `${version} ${key.address}`;
      const pending = composing.get(name);
      if (pending) return pending;
      const composition = rendering
        .run(() => composeAndCache(key, version, encoding))
        .finally(() => composing.delete(name));
      composing.set(name, composition);
      return composition;
    },
    composePosted: (url: string, posted: FormResult): Promise<Page> =>
      rendering.run(() => pageRenderer.render(url, { posted })),
  };
}

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
  /** The version of the shop's data. All pages of one version share the results of API calls without parameters. */
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

const startRenderThread = (data: RenderThreadData): Worker =>
  new Worker(getThreadFile("render-thread", import.meta.url), {
    workerData: data,
    // Node would load React's development build by default, which takes three times as long.
    env: { ...process.env, NODE_ENV: "production" },
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });

/** All objects of a rendering are short-lived, so more heap for new objects would only hold more garbage. */
const YOUNG_MB = 12;

const drawing = defineState<Pick<PageRenderer, "draw"> | null>("pages.drawing", null);

export const setDrawingRenderer = drawing.set;

/**
 * Returns a page's HTML without scripts, as a preview; null if its status is not 200. `answerCall` answers the page's
 * API calls. @throws Error if the pages are not built
 */
export async function drawPage(
  context: Context,
  address: string,
  answerCall: AnswerCall,
): Promise<string | null> {
  const renderer = drawing.get(context);
  if (!renderer) throw new Error("The pages of the shop are not built yet. Run: npm run build");
  const { status, body, error } = await renderer.draw(address, answerCall);
  if (error !== undefined) context.log.error({ err: error, address }, "a page could not be drawn");
  if (status !== 200) return null;
  const html = typeof body === "string" ? body : getPlainBody(body.bodies).toString();
  return html
    .replaceAll(/<(script|noscript)\b[^>]*>.*?<\/\1>/gs, "")
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, "")
    .replace("<head>", '<head><base target="_blank">');
}
