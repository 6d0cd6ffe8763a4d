import type { Posted } from "#contract/form.ts";
import type { CacheKey } from "../cache/cached-response.ts";
import type { Encoding } from "../http/encodings.ts";
import type { Page, PageRenderer } from "./page-renderer.ts";
import type { ResponseCache } from "../cache/response-cache.ts";
import { trace } from "../observe/tracing.ts";
import { createWorkQueue } from "../limits/work-queue.ts";

export const HTML = "text/html; charset=utf-8";

/** The one address of everything that is not a page. */
export const NO_SUCH_PAGE = "/no-such-page";

/**
 * Few pages at a time: their thread renders one without a pause, in 5 to 20 ms, while the data of the next ones are on
 * their way from this thread. More at once would only make everyone wait for the slowest.
 */
const RENDERING = { atOnce: 3, mostWaiting: 100, longestWaitMs: 3_000, longestTurnMs: 1_000 };

const RENDER = { name: "render page", kind: "internal", attributes: {} } as const;

interface PageComposer {
  /** Once for all who ask at the same time, again after the catalogue changed. Caches what is the same for everyone. */
  compose(key: CacheKey, version: number, encoding: Encoding): Promise<Page>;
  /** The page that a form was posted to: for this visitor alone. */
  composePosted(url: string, posted: Posted): Promise<Page>;
}

/** Has pages made, in turns. @throws HttpRefusal 503 when too many wait */
export function createPageComposer(
  pageRenderer: PageRenderer,
  responseCache: ResponseCache,
  headersFor: (url: string) => Readonly<Record<string, string>>,
): PageComposer {
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
    compose(key, version, encoding) {
      const name = `${version} ${key.address}`;
      const underWay = composing.get(name);
      if (underWay) return underWay;
      const work = rendering
        .run(() => trace(RENDER, () => composeAndCache(key, version, encoding)))
        .finally(() => composing.delete(name));
      composing.set(name, work);
      return work;
    },
    composePosted: (url, posted) => rendering.run(() => pageRenderer.render(url, { posted })),
  };
}
