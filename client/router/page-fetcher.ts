import type { RenderContext } from "#contract/page.ts";
import { SECOND } from "#contract/time.ts";
import { type Location, toUrl } from "./location.ts";
import { type FindPage, loadPage, type LoadedPage, Redirect } from "./page.ts";

/** How long what was fetched in advance is as good as fetched now, in milliseconds. */
const FRESH_MS = 10 * SECOND;

interface Request {
  url: string;
  began: number;
  controller: AbortController;
  page: Promise<LoadedPage | Redirect>;
}

/** Fetches one page at a time: the later step calls the earlier off. */
export function createPageFetcher(renderContext: RenderContext) {
  const inAdvance = createPrefetcher(renderContext);
  let underWay: AbortController | null = null;
  return {
    isUnderWay: () => underWay !== null,
    callOff() {
      underWay?.abort();
      underWay = null;
    },
    prefetch: inAdvance.prefetch,
    /** Null: a later step has overtaken it. `anew` takes nothing that was fetched in advance. */
    async fetch(
      match: ReturnType<FindPage>,
      location: Location,
      { anew = false } = {},
    ): Promise<LoadedPage | Redirect | null> {
      underWay?.abort();
      const url = toUrl(location);
      const ready = inAdvance.take(url);
      const { controller, page } = ready && !anew ? ready : startRequest(renderContext, match, url);
      underWay = controller;
      const loaded = await page;
      if (controller.signal.aborted) return null;
      // From now on it is the page on the screen: the next step must not abort what it still waits for.
      underWay = null;
      if (!(loaded instanceof Redirect) && loaded.error !== undefined) console.error(loaded.error);
      return loaded;
    },
  };
}

/** Fetches one page in advance, which the next one replaces. */
function createPrefetcher(renderContext: RenderContext) {
  let request: Request | null = null;
  const isReady = (url: URL): boolean => request?.url === url.href && Date.now() - request.began < FRESH_MS;
  return {
    /** Fetches a page that the visitor may be about to open. What fails is fetched again when it is opened. */
    prefetch(match: ReturnType<FindPage>, location: Location): void {
      const url = toUrl(location);
      if (isReady(url)) return;
      request?.controller.abort();
      const mine = (request = startRequest(renderContext, match, url));
      void hasFailed(mine.page).then((failed) => {
        if (failed && request === mine) request = null;
      });
    },
    /** What is ready of a page, once. */
    take(url: URL): Request | null {
      const ready = isReady(url) ? request : null;
      request = null;
      return ready;
    },
  };
}

function startRequest(renderContext: RenderContext, match: ReturnType<FindPage>, url: URL): Request {
  const controller = new AbortController();
  const page = loadPage(match, { ...renderContext, url, signal: controller.signal });
  return { url: url.href, began: Date.now(), controller, page };
}

async function hasFailed(page: Promise<LoadedPage | Redirect>): Promise<boolean> {
  const loaded = await page;
  if (loaded instanceof Redirect) return false;
  const { failed, data } = loaded.pageState;
  const parts = await Promise.allSettled(Object.values(data ?? {}));
  return failed || parts.some(({ status }) => status === "rejected");
}
