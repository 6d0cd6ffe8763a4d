import { useEffect } from "react";
import { useLocation, useMatches } from "react-router";
import { applyHead, type PageHead } from "#lib/head.ts";
import { isFailed } from "#lib/load.ts";
import { fixedPath, personalPages } from "../indexing.ts";
import type { PageHandle } from "../routes.tsx";
import { shopfrontOf, useShell } from "./shell-data.ts";

/** What a page says of itself, from whatever of its data has arrived. */
export function headOf({ page, head }: PageHandle, data: unknown, url: URL): PageHead {
  const own = head(arrived(data) as never, url);
  if (page === null) return own;
  const canonical = own.canonical ?? fixedPath(page);
  return {
    ...own,
    ...(canonical && { canonical }),
    ...(personalPages.includes(page) && { noindex: true }),
  };
}

/** Without what failed or is on its way. */
export const arrived = (data: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data ?? {}).map(([name, value]) => [
      name,
      isFailed(value) || value instanceof Promise ? undefined : value,
    ]),
  );

/** Keeps the document's head that of the page on the screen, and again when its data has arrived. */
export function usePageHead(): void {
  const match = useMatches().at(-1);
  const { pathname, search } = useLocation();
  const shell = useShell();
  const handle = match?.handle as PageHandle | undefined;
  const data = match?.loaderData;
  useEffect(() => {
    if (!handle) return;
    const url = new URL(pathname + search, location.origin);
    const show = (settled: unknown) => applyHead(headOf(handle, settled, url), shopfrontOf(shell));
    show(data);
    let current = true;
    void settled(data).then((all) => current && show(all));
    return () => {
      current = false;
    };
  }, [handle, data, pathname, search, shell]);
}

/** For a page that stands outside the routes' own heads: 404 and faults. */
export function useHead(head: PageHead): void {
  const shell = useShell();
  useEffect(() => applyHead(head, shopfrontOf(shell)), [head, shell]);
}

async function settled(data: unknown): Promise<Record<string, unknown>> {
  const entries = Object.entries(data ?? {}).map(
    async ([name, value]) => [name, await Promise.resolve(value).catch(() => undefined)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}
