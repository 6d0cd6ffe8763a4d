import { CATALOGUE_REVISION } from "#contract/catalogue-revision.ts";
import { findPageName, type PageName } from "#contract/page-paths.ts";
import { SECOND } from "#contract/time.ts";
import { answeredRevision, call } from "#client/api.ts";
import { getRouter } from "#client/links.tsx";
import { subscribeLive } from "#client/live.ts";
import type { PageState } from "#client/router/page.ts";
import type { Router } from "#client/router/router.ts";
import { getSession, onSessionChange } from "#shop/accounts/web/session.ts";
import { fetchCartNow, rereadBag } from "#shop/cart/web/cart-store.ts";
import { CATALOGUE_UPDATED, type CatalogueUpdated } from "#shop/catalogue/catalogue-updated.ts";
import { listCategories } from "#shop/catalogue/endpoints.ts";
import { toastInfo } from "#ui/toast.ts";
import { fetchShell } from "./fetch-shell.ts";
import { settle } from "./page-head.ts";
import { describePageNews, pageNews } from "./page-news.ts";

/** These pages show products or texts that the owner can change. */
const OWNERS: readonly (PageName | null)[] = [
  "home",
  "listing",
  "product",
  "hotProduct",
  "refundPolicy",
  "shippingPolicy",
  "terms",
  "ourStory",
  "contact",
  "privacy",
  "faq",
  "care",
];

/** Selectors of elements that contain totals. If such an element's text changes, the visitor gets a message. */
const SUMS: Partial<Record<PageName, string>> = { cart: "main", checkout: "main aside" };

/** The time in ms after which all server processes have received an update. Any of them may answer the next request. */
const KNOWN_AFTER_MS = SECOND;

/** The maximum random delay in ms. All open pages are notified at once, so the delay spreads their requests. */
const SPREAD_MS = 1.5 * SECOND;

/** Updates the open page when the owner has changed something on it, and tells the visitor about the change. */
export function watchCatalogue(): void {
  let stop: (() => void) | null = null;
  const follow = () => {
    const isCustomer = getSession().user !== null;
    if (isCustomer) stop ??= listen();
    else {
      stop?.();
      stop = null;
    }
  };
  onSessionChange(follow);
  follow();
  const checkRevision = () => onRevision(answeredRevision.get(), 0);
  answeredRevision.subscribe(checkRevision);
  checkRevision();
  checkOnNavigation(getRouter());
}

/** The server sends the current revision to each new connection, so no change is missed. */
const listen = (): (() => void) =>
  subscribeLive<CatalogueUpdated>(CATALOGUE_UPDATED, (payload) => {
    if (payload) onRevision(payload.revision, KNOWN_AFTER_MS + Math.random() * SPREAD_MS);
  });

/**
 * Requests the catalogue's revision when a page opens that makes no API call. Every API response contains the revision,
 * so this function makes the call with the smallest response.
 */
function checkOnNavigation(router: Router | null): void {
  let currentState = router?.state.pageState;
  router?.subscribe(() => {
    const { pageState } = router.state;
    if (pageState === currentState) return;
    currentState = pageState;
    if (seenRevision > 0 && !pageState.module?.loader) call(listCategories, {}).catch(() => {});
  });
}

/** The catalogue revision that the page shows; 0 if the backend has no revisions. */
let shownRevision = Number(
  document.querySelector<HTMLMetaElement>(`meta[name=${CATALOGUE_REVISION}]`)?.content ?? 0,
);

let seenRevision = shownRevision;

let timer: ReturnType<typeof setTimeout> | undefined;

function onRevision(revision: number, afterMs: number): void {
  if (revision <= seenRevision) return;
  seenRevision = revision;
  clearTimeout(timer);
  timer = setTimeout(() => void refreshViews(), afterMs);
}

async function refreshViews({ isSecond = false } = {}): Promise<void> {
  const page = findPageName(location.pathname);
  const sums = page && SUMS[page];
  const sumsBefore = sums && readText(sums);
  const revision = await fetchShell();
  shownRevision = revision ?? shownRevision;
  // Try a second time if the server process that answered has not received the update yet.
  if (revision !== undefined && revision < seenRevision && !isSecond)
    timer = setTimeout(() => void refreshViews({ isSecond: true }), KNOWN_AFTER_MS);
  else seenRevision = shownRevision;
  if (page === "cart") await fetchCartNow();
  const isAnnounced = await rereadBag();
  if (sums && !isAnnounced) {
    await new Promise((resolve) => setTimeout(resolve, DRAWN_AFTER_MS));
    if (readText(sums) !== sumsBefore) toastInfo(pageNews.bag);
  }
  const router = getRouter();
  if (router && OWNERS.includes(page)) await refreshPage(router);
}

async function refreshPage(router: Router): Promise<void> {
  const { pageState, location: currentLocation } = router.state;
  // Wait until all data is loaded, because parts that are still loading would make the page flicker.
  const previous = await settle(pageState);
  let announcement: string | null = null;
  await router.refresh(async (fresh) => {
    const refreshed = await settle(fresh);
    // Keep the page if its new data could not be loaded, or if the visitor has left it.
    if (fresh.failed || router.state.location !== currentLocation) return null;
    announcement = describePageNews(toData(previous), toData(refreshed));
    return announcement === null ? null : refreshed;
  });
  if (announcement !== null) toastInfo(announcement);
}

const DRAWN_AFTER_MS = 100;

const readText = (part: string): string => document.querySelector(part)?.textContent ?? "";

const toData = ({ data }: PageState) => data as Record<string, unknown> | null;
