import { findPageName, type PageName } from "#contract/page-paths.ts";
import { SECOND } from "#contract/time.ts";
import { getRouter } from "#client/links.tsx";
import { subscribeLive } from "#client/live.ts";
import type { PageState } from "#client/router/page.ts";
import { getSession, onSessionChange } from "#shop/accounts/web/session.ts";
import { fetchCartNow } from "#shop/cart/web/cart-store.ts";
import {
  CATALOGUE_REVISION,
  CATALOGUE_UPDATED,
  type CatalogueUpdated,
} from "#shop/catalogue/catalogue-updated.ts";
import { toastInfo } from "#ui/toast.ts";
import { describePageNews, pageNews } from "./page-news.ts";

/** Pages that show goods. Nothing moves under a checkout, a payment or a form. */
const WITH_GOODS: readonly (PageName | null)[] = ["home", "listing", "product", "hotProduct", "cart"];

/** Another process than the one that says so may answer, and knows of it by then. */
const KNOWN_AFTER_MS = SECOND;

/** All open pages hear of it at once, and do not all ask at once. */
const SPREAD_MS = 1.5 * SECOND;

/** Brings an open page of a customer up to date when the owner changes the goods, and says so. */
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
}

function listen(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = subscribeLive<CatalogueUpdated>(CATALOGUE_UPDATED, (payload) => {
    // Each connection begins with what is true then: nothing is missed, and nothing is asked for in vain.
    if (payload === undefined || payload.revision <= seen) return;
    seen = payload.revision;
    clearTimeout(timer);
    timer = setTimeout(() => void lookAgain(), KNOWN_AFTER_MS + Math.random() * SPREAD_MS);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** Revision of the catalogue that this document was made of, or has heard of since. */
let seen = Number(document.querySelector<HTMLMetaElement>(`meta[name=${CATALOGUE_REVISION}]`)?.content ?? 0);

async function lookAgain(): Promise<void> {
  const router = getRouter();
  const page = findPageName(location.pathname);
  if (!router || !WITH_GOODS.includes(page)) return;
  const bagBefore = page === "cart" ? readBag() : "";
  await fetchCartNow();
  if (page === "cart") {
    await new Promise((resolve) => setTimeout(resolve, DRAWN_AFTER_MS));
    if (readBag() !== bagBefore) toastInfo(pageNews.bag);
    return;
  }
  const { pageState, location: here } = router.state;
  const before = await settle(pageState);
  let news: string | null = null;
  await router.refresh(async (fresh) => {
    const after = await settle(fresh);
    // A page that could not be had stays as it was, and so does one that the visitor has left.
    if (fresh.failed || router.state.location !== here) return null;
    news = describePageNews(toData(before), toData(after));
    return news === null ? null : after;
  });
  if (news !== null) toastInfo(news);
}

const DRAWN_AFTER_MS = 100;

const readBag = (): string => document.querySelector("main")?.textContent ?? "";

const toData = ({ data }: PageState) => data as Record<string, unknown> | null;

/** The page with all of its data there, so that nothing on it blinks; what failed stays as it is. */
async function settle(pageState: PageState): Promise<PageState> {
  const entries = Object.entries(toData(pageState) ?? {}).map(async ([name, value]) => {
    const [settled] = await Promise.allSettled([value]);
    return [name, settled.status === "fulfilled" ? settled.value : value] as const;
  });
  return { ...pageState, data: pageState.data && Object.fromEntries(await Promise.all(entries)) };
}
