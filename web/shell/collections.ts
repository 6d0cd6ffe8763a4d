import { useEffect } from "react";
import { SECOND } from "#contract/time.ts";
import { call } from "#client/api.ts";
import { listCategories } from "#shop/catalogue/endpoints.ts";
import { useRenewShell, useShell } from "./shell-data.ts";

/** The interval in ms at which a page loads the collections again while its tab is visible (§7, D41). */
const POLL_MS = 30 * SECOND;

export const collectionMessages = {
  loading: "Loading collections...",
  none: "No collections available",
} as const;

/** Returns the names of the collections. Null until they are first loaded. */
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
          // Ignores the failure. The previous names stay until the next attempt (§8).
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
