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

/** Fetches one page at a time, the later step calls the earlier off; and one in advance, which a later one replaces. */
export function createPageFetcher(renderContext: RenderContext) {
  let underWay: AbortController | null = null;
  let inAdvance: Request | null = null;

  const start = (match: ReturnType<FindPage>, url: URL): Request => {
    const controller = new AbortController();
    const page = loadPage(match, { ...renderContext, url, signal: controller.signal });
    return { url: url.href, began: Date.now(), controller, page };
  };
  const isReady = (url: URL): boolean =>
    inAdvance?.url === url.href && Date.now() - inAdvance.began < FRESH_MS;
  const takeReady = (url: URL): Request | null => {
    const ready = isReady(url) ? inAdvance : null;
    inAdvance = null;
    return ready;
  };

  return {
    isUnderWay: () => underWay !== null,
    callOff() {
      underWay?.abort();
      underWay = null;
    },
    /** Fetches a page that the visitor may be about to open. What fails is fetched again when it is opened. */
    prefetch(match: ReturnType<FindPage>, location: Location): void {
      const url = toUrl(location);
      if (isReady(url)) return;
      inAdvance?.controller.abort();
      const mine = (inAdvance = start(match, url));
      void hasFailed(mine.page).then((failed) => {
        if (failed && inAdvance === mine) inAdvance = null;
      });
    },
    /** Null: a later step has overtaken it. `anew` takes nothing that was fetched in advance. */
    async fetch(
      match: ReturnType<FindPage>,
      location: Location,
      { anew = false } = {},
    ): Promise<LoadedPage | Redirect | null> {
      underWay?.abort();
      const url = toUrl(location);
      const { controller, page } = (anew ? null : takeReady(url)) ?? start(match, url);
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

async function hasFailed(page: Promise<LoadedPage | Redirect>): Promise<boolean> {
  const loaded = await page;
  if (loaded instanceof Redirect) return false;
  const { failed, data } = loaded.pageState;
  const parts = await Promise.allSettled(Object.values(data ?? {}));
  return failed || parts.some(({ status }) => status === "rejected");
}
