import { useEffect } from "react";
import { SECOND } from "#contract/time.ts";
import { call } from "#client/api.ts";
import { listCategories } from "#shop/catalogue/endpoints.ts";
import { useRenewShell, useShell } from "./shell-data.ts";

/** The interval at which a visible page reloads the collections, in milliseconds (§7, D41). */
const POLL_MS = 30 * SECOND;

export const collectionMessages = {
  loading: "Loading collections...",
  none: "No collections available",
} as const;

/** The names of the collections, up to date while the tab is visible; null while they are loading. */
export function useCollections(): readonly string[] | null {
  const { collections } = useShell();
  const renew = useRenewShell();
  const isMissing = collections === null;
  useEffect(() => {
    const refresh = () => {
      if (document.hidden) return;
      call(listCategories, {})
        .then(({ categories }) => renew({ collections: categories.map(({ name }) => ({ name })) }))
        .catch(() => {
          // On an error or an invalid response, the current names stay until the next attempt (§8).
        });
    };
    if (isMissing) refresh();
    const timer = setInterval(refresh, POLL_MS);
    document.addEventListener("visibilitychange", refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refresh);
    };
  }, [isMissing, renew]);
  return collections && collections.map(({ name }) => name);
}
