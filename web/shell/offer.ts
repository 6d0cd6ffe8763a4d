import { useEffect } from "react";
import { call } from "#client/api.ts";
import { readSpecialOffer } from "#shop/merchandising/endpoints.ts";
import type { SpecialOffer } from "#shop/merchandising/special-offer.ts";
import { useRenewShell, useShell } from "./shell-data.ts";

/**
 * The special offer that is up. Asks for it when it did not come with the page, and again whenever someone comes back
 * to the tab: one that has ended is not promised on. A failure is silent, and what is shown stays (§8).
 */
export function useLatestOffer(): Partial<SpecialOffer> | null {
  const { offer } = useShell();
  const renew = useRenewShell();
  const missing = offer === null;
  useEffect(() => {
    const ask = () => {
      call(readSpecialOffer, {}).then(
        (latest) => renew({ offer: latest }),
        () => {
          // The next look asks again.
        },
      );
    };
    if (missing) ask();
    const look = () => document.hidden || ask();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [missing, renew]);
  return offer;
}
