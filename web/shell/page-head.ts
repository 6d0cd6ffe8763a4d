import { useEffect } from "react";
import { applyHead } from "#client/head.ts";
import type { PageHead } from "#client/head-tags.ts";
import { isFailed } from "#client/load.ts";
import type { PageState } from "#client/router/page.ts";
import { urlOf } from "#client/router/location.ts";
import { useLocation, usePageState } from "#client/router/react.tsx";
import { fixedPath, personalPages } from "../indexing.ts";
import { siteOf, useShell } from "./shell-data.ts";

/** What a page says of itself, from whatever of its data has arrived. */
export function headOf({ route, module, data }: PageState, url: URL): PageHead {
  const own = module?.head(loadedData(data) as never, url) ?? { title: "" };
  const page = route.page;
  if (page === null) return own;
  const canonical = own.canonical ?? fixedPath(page);
  return {
    ...own,
    ...(canonical && { canonical }),
    ...(personalPages.includes(page) && { noindex: true }),
  };
}

/** Without what failed or is on its way. */
export const loadedData = (data: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data ?? {}).map(([name, value]) => [
      name,
      isFailed(value) || value instanceof Promise ? undefined : value,
    ]),
  );

/** Keeps the document's head that of the page on the screen, and again when its data has arrived. */
export function usePageHead(): void {
  const pageState = usePageState();
  const { pathname, search } = useLocation();
  const shell = useShell();
  useEffect(() => {
    const url = urlOf({ pathname, search });
    const show = (data: unknown) => applyHead(headOf({ ...pageState, data }, url), siteOf(shell));
    show(pageState.data);
    let current = true;
    void settled(pageState.data).then((all) => current && show(all));
    return () => {
      current = false;
    };
  }, [pageState, pathname, search, shell]);
}

/** For a page that stands outside the routes' own heads: 404 and faults. */
export function useHead(head: PageHead): void {
  const shell = useShell();
  useEffect(() => applyHead(head, siteOf(shell)), [head, shell]);
}

async function settled(data: unknown): Promise<Record<string, unknown>> {
  const entries = Object.entries(data ?? {}).map(
    async ([name, value]) => [name, await Promise.resolve(value).catch(() => undefined)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}
