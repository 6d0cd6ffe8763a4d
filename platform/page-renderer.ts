import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Server } from "node:http";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ViteDevServer } from "vite";
import type { Posted } from "#contract/form.ts";
import type { RenderContext, WebBuild } from "#contract/page.ts";
import { notAllowed, notFound } from "./envelope.ts";
import type { ResponseCache } from "./response-cache.ts";
import { openRenderer } from "./renderer.ts";
import { type AnswerCall, inProcessCall } from "./serve-routes.ts";
import { withInlineScripts } from "./security-headers.ts";
import { createWorkQueue } from "./work-queue.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const HTML = "text/html; charset=utf-8";

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

interface Page {
  status: number;
  html: string;
  location?: string;
  /** For the log: what the page could only call a fault. */
  error?: unknown;
}

/** The web side as the server sees it: the build in production, Vite as middleware in development. */
export interface PageRenderer {
  /** Vite's own middleware and hot reload; null in production. */
  vite: ViteDevServer | null;
  /** Whether an address is that of a page. */
  hasPage(url: string): boolean;
  /** The page at an address; with what became of a form that was posted to it. */
  render(url: string, posted?: Posted): Promise<Page>;
  /** The hashes of the scripts that stand in every page, for its policy. */
  inlineScripts: readonly string[];
  /** What stands at /robots.txt and /sitemap.xml. */
  writeRobots(): Promise<string>;
  writeSitemap(): Promise<string>;
  close(): Promise<void>;
}

interface PageRendererOptions {
  http: Server;
  /** How pages ask the shop. */
  answerCall: AnswerCall;
  /** The address they tell of it. */
  publicUrl: string;
  development: boolean;
}

/** Opens the web build, or Vite with hot reload over `http`. */
export const openPageRenderer = (options: PageRendererOptions): Promise<PageRenderer> =>
  options.development ? openWithVite(options) : openBuilt(options);

const backstageOf = ({ answerCall, publicUrl }: PageRendererOptions): RenderContext => ({
  call: inProcessCall(answerCall),
  publicUrl,
});

const ENTRY = pathToFileURL(path.join(ROOT, "dist/server/entry-server.js")).href;

/** The pages of the web build; the second time at once. */
export const loadPages = () => import(ENTRY) as Promise<WebBuild>;

async function openBuilt(options: PageRendererOptions): Promise<PageRenderer> {
  const client = path.join(ROOT, "dist/client");
  const built = await readFile(path.join(client, "index.html"), "utf8");
  // The page can be read before it can be touched: its pictures go first.
  const frame = built.replaceAll('<script type="module" ', '<script type="module" fetchpriority="low" ');
  const manifest = JSON.parse(await readFile(path.join(client, ".vite/manifest.json"), "utf8")) as Record<
    string,
    Chunk
  >;
  const web = await loadPages();
  const renderContext = backstageOf(options);
  const renderer = openRenderer({ entry: ENTRY, publicUrl: options.publicUrl }, options.answerCall);
  return {
    vite: null,
    hasPage: web.hasPage,
    inlineScripts: [...frame.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script]) => hashOf(script ?? "")),
    writeRobots: async () => web.writeRobots(renderContext),
    writeSitemap: () => web.writeSitemap(renderContext),
    close: () => renderer.close(),
    async render(url, posted) {
      const page = await renderer.render({ url, ...(posted && { posted }) });
      if ("redirect" in page) return { status: page.status, html: "", location: page.redirect };
      const early = [...new Set(page.modules.flatMap((module) => linksFor(manifest, module)))];
      const missing = early.filter((link) => !frame.includes(/\/assets\/[^"]+/.exec(link)?.[0] ?? link));
      const html = framed(frame, page.head + missing.join(""), page.app, page.data);
      return { status: page.status, html, error: page.error };
    },
  };
}

async function openWithVite(options: PageRendererOptions): Promise<PageRenderer> {
  const { http } = options;
  const renderContext = backstageOf(options);
  const { createServer } = await import("vite");
  // `native`: the bundled form of the settings would be written where `node --watch` sees it, and start it all again.
  const vite = await createServer({
    root: ROOT,
    configLoader: "native",
    server: { middlewareMode: true, ws: { server: http } },
    appType: "custom",
  });
  const frame = await readFile(path.join(ROOT, "index.html"), "utf8");
  const load = async () => (await vite.ssrLoadModule("/web/entry-server.tsx")) as WebBuild;
  return {
    vite,
    close: () => vite.close(),
    // The routes may have been edited: rendering finds out.
    hasPage: () => true,
    inlineScripts: [],
    writeRobots: async () => (await load()).writeRobots(renderContext),
    writeSitemap: async () => (await load()).writeSitemap(renderContext),
    async render(url, posted) {
      const { render } = await load();
      const page = await render(url, renderContext, posted);
      if ("redirect" in page) return { status: page.status, html: "", location: page.redirect };
      const html = framed(await vite.transformIndexHtml(url, frame), page.head, page.app, page.data);
      return { status: page.status, html, error: page.error };
    },
  };
}

export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Answers with the page that a form was posted to, and what became of it: for this visitor alone. */
export type SendPosted = (
  request: FastifyRequest,
  reply: FastifyReply,
  posted: Posted,
  status: number,
) => Promise<FastifyReply>;

interface Pages {
  pageRenderer: PageRenderer;
  responseCache: ResponseCache;
  headersFor: (url: string) => Readonly<Record<string, string>>;
  /** Refuses a visitor who had too many pages made. @throws HttpRefusal 429 */
  limitPages: (request: FastifyRequest) => void;
}

/**
 * Few pages at a time: their thread renders one without a pause, in 5 to 20 ms, while the data of the next ones are on
 * their way from this thread. More at once would only make everyone wait for the slowest.
 */
const RENDERING = { atOnce: 8, mostWaiting: 100, longestWaitMs: 3_000, longestTurnMs: 1_000 };

/**
 * Answers every address that nothing else answered with a page, and keeps what is the same for everyone.
 * Returns what sends the page of a request, for those that never reach a route, and the one that answers a form.
 */
export function servePages(
  app: FastifyInstance,
  { pageRenderer, responseCache, headersFor, limitPages }: Pages,
): { sendPage: SendPage; sendPosted: SendPosted } {
  const composing = new Map<string, Promise<Page>>();
  const rendering = createWorkQueue(RENDERING);
  app.get("/*", async (request, reply) => {
    if (callsBesidePages.test(request.url)) throw notFound();
    return sendPage(request, reply);
  });
  app.route({
    method: ["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"],
    url: "/*",
    handler: ({ url }) => {
      if (callsBesidePages.test(url)) throw notFound();
      throw notAllowed(["GET", "HEAD"]);
    },
  });
  // A person who opens the address of a call gets a page: the one that says there is none (D32).
  app.addHook("onRequest", async (request, reply) => {
    const isNavigation = request.method === "GET" && request.headers.accept?.includes("text/html");
    if (isNavigation && callsBesidePages.test(request.url)) return sendPage(request, reply);
  });
  return { sendPage, sendPosted };

  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const url = addressOfPage(request);
    if (responseCache.serve(request.raw, reply.raw, url)) return reply.hijack();
    limitPages(request);
    const page = await compose(url, responseCache.version());
    if (page.error !== undefined) request.log.error({ err: page.error }, "page failed");
    if (page.status === 200 && responseCache.serve(request.raw, reply.raw, url)) return reply.hijack();
    if (page.location) void reply.header("location", page.location);
    return reply.code(page.status).headers(cachedPageHeaders(url)).type(HTML).send(page.html);
  }

  async function sendPosted(
    request: FastifyRequest,
    reply: FastifyReply,
    posted: Posted,
    status: number,
  ): Promise<FastifyReply> {
    const url = addressOfPage(request);
    const page = await rendering.run(() => pageRenderer.render(url, posted));
    if (page.location !== undefined) return reply.redirect(page.location, 303);
    const headers = { ...pageHeadersOf(url), "cache-control": "no-store" };
    return reply.code(status).headers(headers).type(HTML).send(page.html);
  }

  /** All addresses that are no page's are one. */
  function addressOfPage({ url }: FastifyRequest): string {
    return isReadable(url) && pageRenderer.hasPage(url) ? responseCache.keyOf(url).address : NO_SUCH_PAGE;
  }

  function cachedPageHeaders(url: string): Readonly<Record<string, string>> {
    return { ...pageHeadersOf(url), "cache-control": "no-cache" };
  }

  /** Vite's own inline scripts cannot live under the policy; the build's pages do. */
  function pageHeadersOf(url: string): Readonly<Record<string, string>> {
    return pageRenderer.vite ? {} : withInlineScripts(headersFor(url), pageRenderer.inlineScripts);
  }

  /** Once for all who ask at the same time, anew after the catalogue changed. */
  function compose(url: string, version: number): Promise<Page> {
    const name = `${version} ${url}`;
    const underWay = composing.get(name);
    if (underWay) return underWay;
    const work = rendering.run(() => composeAndCache(url, version)).finally(() => composing.delete(name));
    composing.set(name, work);
    return work;
  }

  async function composeAndCache(url: string, version: number): Promise<Page> {
    const page = await pageRenderer.render(url);
    const { status, html: body } = page;
    if (!pageRenderer.vite && (status === 200 || url === NO_SUCH_PAGE)) {
      responseCache.set(url, version, { status, type: HTML, headers: cachedPageHeaders(url), body });
    }
    return page;
  }
}

/** The specification puts the address book's calls where pages live. */
export const callsBesidePages = /^\/addresses\//;

/** Characters of an address (security §10). */
export const LONGEST_ADDRESS = 4 * 1024;
const NO_SUCH_PAGE = "/no-such-page";

/** No route of the web means a broken percent sign, a line break or an address of another host. */
function isReadable(url: string): boolean {
  try {
    return (
      url.startsWith("/") &&
      url.length <= LONGEST_ADDRESS &&
      !/\p{Cc}/u.test(decodeURI(url.replace(/\?.*$/, "")))
    );
  } catch {
    return false;
  }
}

function linksFor(manifest: Record<string, Chunk>, module: string, seen = new Set<string>()): string[] {
  const chunk = manifest[module];
  if (!chunk || seen.has(module)) return [];
  seen.add(module);
  return [
    ...(chunk.css ?? []).map((file) => `<link rel="stylesheet" href="/${file}">`),
    `<link rel="modulepreload" crossorigin fetchpriority="low" href="/${chunk.file}">`,
    ...(chunk.imports ?? []).flatMap((imported) => linksFor(manifest, imported, seen)),
  ];
}

const hashOf = (script: string): string => `sha256-${createHash("sha256").update(script).digest("base64")}`;

/** Replaces by function: a `$&` in a product's text must stay what it is. */
const framed = (frame: string, head: string, app: string, data: string): string =>
  frame
    .replace("<!--head-->", () => head)
    .replace("<!--app-->", () => app)
    .replace("<!--data-->", () => data);
