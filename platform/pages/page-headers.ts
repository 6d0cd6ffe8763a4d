import { NO_SUCH_PAGE } from "./compose-pages.ts";
import type { PageRenderer } from "./page-renderer.ts";
import { withInlineScripts } from "../http/security-headers.ts";
import { ASK_AGAIN } from "../cache/shared-cache.ts";

/** The headers of the page at an address. */
export type PageHeaders = (url: string) => Readonly<Record<string, string>>;

/** Vite's own inline scripts cannot live under the policy; the build's pages do. */
export function createPageHeaders(
  pageRenderer: PageRenderer,
  headersFor: PageHeaders,
  sharedCacheHeaders: ReturnType<PageHeaders>,
) {
  const plain: PageHeaders = (url) =>
    pageRenderer.vite
      ? {}
      : { ...withInlineScripts(headersFor(url), pageRenderer.inlineScripts), link: pageRenderer.styles };
  const own: PageHeaders = (url) => ({ ...plain(url), ...ASK_AGAIN });
  // A page that is not there today may be there tomorrow.
  const shared: PageHeaders = (url) =>
    url === NO_SUCH_PAGE ? own(url) : { ...plain(url), ...sharedCacheHeaders };
  return { plain, own, shared };
}
