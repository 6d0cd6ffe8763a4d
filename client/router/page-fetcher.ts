import type { RenderContext } from "#contract/page.ts";
import { type Location, toUrl } from "./location.ts";
import { type FindPage, loadPage, type LoadedPage, Redirect } from "./page.ts";

/** Fetches one page at a time: the later step calls the earlier off. */
export function createPageFetcher(renderContext: RenderContext) {
  let underWay: AbortController | null = null;
  return {
    isUnderWay: () => underWay !== null,
    callOff() {
      underWay?.abort();
      underWay = null;
    },
    /** Null: a later step has overtaken it. */
    async fetch(match: ReturnType<FindPage>, location: Location): Promise<LoadedPage | Redirect | null> {
      underWay?.abort();
      const mine = (underWay = new AbortController());
      const { signal } = mine;
      const loaded = await loadPage(match, { ...renderContext, url: toUrl(location), signal });
      if (signal.aborted) return null;
      // From now on it is the page on the screen: the next step must not abort what it still waits for.
      underWay = null;
      if (!(loaded instanceof Redirect) && loaded.error !== undefined) console.error(loaded.error);
      return loaded;
    },
  };
}
