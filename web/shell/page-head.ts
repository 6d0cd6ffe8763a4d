import { useEffect } from "react";
import { buildTitle } from "#client/title.ts";
import type { PageHead, Site } from "#client/head-tags.ts";
import { isFailed } from "#client/page-loader.ts";
import type { PageState } from "#client/router/page.ts";
import { toUrl } from "#client/router/location.ts";
import { useLocation, usePageState } from "#client/router/react.tsx";
import { findFixedPath, personalPages } from "../indexing.ts";
import { toSite, useShell } from "./shell-data.ts";

export function buildHead({ route, module, data }: PageState, url: URL, shop: Site): PageHead {
  const head = module?.head(toLoadedData(data) as never, url, shop) ?? { title: "" };
  const page = route.page;
  if (page === null) return head;
  const canonical = head.canonical ?? findFixedPath(page);
  return {
    ...head,
    ...(canonical && { canonical }),
    ...(personalPages.includes(page) && { noindex: true }),
  };
}

export const toLoadedData = (data: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data ?? {}).map(([name, value]) => [
      name,
      isFailed(value) || value instanceof Promise ? undefined : value,
    ]),
  );

function applyHead(head: PageHead, shop: Site): void {
  document.title = buildTitle(head, shop);
  void import("#client/head.ts").then(
    ({ applyTags }) => applyTags(head, shop),
    () => {},
  );
}

export function usePageHead(): void {
  const pageState = usePageState();
  const { pathname, search } = useLocation();
  const shell = useShell();
  useEffect(() => {
    const url = toUrl({ pathname, search });
    const shop = toSite(shell);
    const show = (shown: PageState) => applyHead(buildHead(shown, url, shop), shop);
    show(pageState);
    let isCurrent = true;
    void settle(pageState).then((settled) => isCurrent && show(settled));
    return () => {
      isCurrent = false;
    };
  }, [pageState, pathname, search, shell]);
}

export function useHead(head: PageHead): void {
  const shell = useShell();
  useEffect(() => applyHead(head, toSite(shell)), [head, shell]);
}

export async function settle(pageState: PageState): Promise<PageState> {
  const entries = Object.entries(pageState.data ?? {}).map(async ([name, value]) => {
    const [result] = await Promise.allSettled([value]);
    return [name, result.status === "fulfilled" ? result.value : value] as const;
  });
  return { ...pageState, data: pageState.data && Object.fromEntries(await Promise.all(entries)) };
}
