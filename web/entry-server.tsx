import { LRUCache } from "lru-cache";
import type { ComponentProps } from "react";
import { renderToString } from "react-dom/server";
import type { Router } from "#client/router/router.ts";
import { CATALOGUE_REVISION } from "#contract/catalogue-revision.ts";
import { colours } from "#contract/colours.ts";
import { type Call, toResult } from "#contract/endpoint-call.ts";
import { ApiError } from "#contract/errors.ts";
import { links } from "#contract/links.ts";
import type { AnswerCall, Render } from "#contract/page.ts";
import { renderHead } from "#client/head.ts";
import { loadPage, Redirect, type PageState, type FindPage } from "#client/router/page.ts";
import { buildUrl } from "#client/router/location.ts";
import { type GetMarkup, SharedMarkupContext } from "#client/shared-markup.tsx";
import { escapeHtml } from "#contract/html.ts";
import headingFont from "#ui/fonts/marcellus.woff2?url";
import { errorHead } from "./pages/error-page.tsx";
import { findPage } from "./routes.tsx";
import { toLoadedData, buildHead } from "./shell/page-head.ts";
import { readShell } from "./shell/read-shell.ts";
import { toSite, type Shell } from "./shell/shell-data.ts";
import { type PageData, App, Around } from "./app.tsx";
import { buildFacts } from "./structured-data.ts";

const staticRouter = (find: FindPage, pageState: PageState, { pathname, search }: URL): Router => ({
  find,
  state: {
    location: { pathname, search, hash: "", state: null, key: "" },
    pageState,
    activity: "idle",
    navigationType: "open",
    preventScrollReset: false,
  },
  subscribe: () => () => {},
  navigate: () => Promise.resolve(),
  prefetch: () => {},
  refresh: () => Promise.resolve(),
});

/** Omits placeholders of pictures that are not in the HTML. A replacer function would take five times as long. */
function stringifyData(data: PageData, app: string): string {
  const shown = new Set(app.match(/data:image[^"]*/g));
  return JSON.stringify(data)
    .replaceAll(
      /,"placeholder":"([^"\\]*)"|"placeholder":"([^"\\]*)",?/g,
      (pair, last: string, first: string) => (shown.has(last ?? first) ? pair : ""),
    )
    .replaceAll("<", String.raw`\u003c`);
}

/** Most visits begin at the home page, so its code is loaded when the server starts. */
if (!import.meta.env.DEV) void findPage(links.home).route.load();

/** A redirect is temporary, because the owner may change the target. */
const FOUND = 302;

export const render: Render = async (address, renderContext, posted) => {
  const url = buildUrl("http://shop", address);
  const match = findPage(url.pathname);
  const [{ parts, revision }, loaded] = await Promise.all([
    readShell(renderContext.call),
    loadPage(match, { ...renderContext, url, signal: new AbortController().signal }),
  ]);
  if (loaded instanceof Redirect) return { redirect: loaded.to, status: FOUND };
  const { pageState, status, error } = loaded;
  const shell: Shell = { ...parts, publicUrl: renderContext.publicUrl };
  const router = staticRouter(findPage, pageState, url);
  const data: PageData = {
    shell,
    page: pageState.data,
    failed: pageState.failed,
    posted: posted ?? null,
  };
  const app = renderApp({ router, shell, posted: data.posted });
  return {
    status,
    head: THEME + renderBrandFiles(shell) + renderRevision(revision) + renderPageHead(pageState, shell, url),
    app,
    data: stringifyData(data, app),
    modules: [pageState.route.src],
    ...(error !== undefined && { error }),
  };
};

/** Cached HTML of the header, the footer and product cards: about 2 MB for a thousand products. */
const shared = new LRUCache<string, string>({ max: 1_000 });

/** The brand, navigation and seller in the cached HTML, as JSON. If they change, the cache is cleared. */
let sharedFace = "";

/** Renders the page to HTML. A page with the result of a form is private, so no part of it is cached. */
function renderApp(appProps: ComponentProps<typeof App>): string {
  const { brand, navigation, seller } = appProps.shell;
  const face = JSON.stringify([brand, navigation, seller]);
  if (face !== sharedFace) shared.clear();
  sharedFace = face;
  const getMarkup: GetMarkup = (key, write) => {
    const cached = shared.get(key);
    if (cached !== undefined) return cached;
    const rendered = renderToString(<Around {...appProps}>{write()}</Around>);
    shared.set(key, rendered);
    return rendered;
  };
  return renderToString(
    <SharedMarkupContext value={appProps.posted || import.meta.env.DEV ? null : getMarkup}>
      <App {...appProps} />
    </SharedMarkupContext>,
  );
}

/** Mobile browsers use this colour for the bars around the page. */
const THEME = `<meta name="theme-color" content="${colours.paper}">`;

/**
 * Preloads the heading font, because text can move when its font arrives late. If the owner has a style sheet, links it
 * and preloads no font, because the style sheet may use other fonts.
 */
const renderBrandFiles = ({ brand }: Shell): string =>
  brand?.styles === undefined
    ? `<link rel="preload" href="${headingFont}" as="font" type="font/woff2" crossorigin>`
    : `<link rel="stylesheet" href="${escapeHtml(brand.styles)}">`;

const renderRevision = (revision: number | undefined): string =>
  revision === undefined ? "" : `<meta name="${CATALOGUE_REVISION}" content="${revision}">`;

export const toCall =
  (answerCall: AnswerCall): Call =>
  async (endpoint, input) => {
    const result = await answerCall(endpoint, input);
    if ("refused" in result) throw new ApiError(result.refused.status, result.refused);
    return toResult(endpoint, result.body);
  };

function renderPageHead(pageState: PageState, shell: Shell, url: URL): string {
  const shop = toSite(shell);
  if (pageState.failed) return renderHead(errorHead, shop);
  const head = buildHead(pageState, url, shop);
  const page = pageState.route.page;
  return renderHead(head, shop, buildFacts({ page, head, data: toLoadedData(pageState.data), url, shell }));
}
