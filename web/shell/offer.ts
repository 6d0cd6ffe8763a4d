import { useEffect } from "react";
import { call } from "#client/api.ts";
import { createStore } from "#client/store.ts";
import { readSpecialOffer } from "#shop/merchandising/endpoints.ts";
import type { SpecialOffer } from "#shop/merchandising/special-offer.ts";
import { useShell } from "./shell-data.ts";

/** What the browser has been told since the page was made; null as long as it has not asked. */
const latest = createStore<Partial<SpecialOffer> | null>(null);

/** The special offer that is up, the same for the banner and the product page; null while it is not known. */
export function useOffer(): Partial<SpecialOffer> | null {
  const { offer } = useShell();
  return latest.useValue() ?? offer;
}

/**
 * Asks for the offer when it did not come with the page, and again whenever someone comes back to the tab: one that
 * has ended is not promised on. A failure is silent, and what is shown stays (§8).
 */
export function useOfferKept(): Partial<SpecialOffer> | null {
  const missing = useShell().offer === null;
  useEffect(() => {
    if (missing) void ask();
    const look = () => document.hidden || void ask();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [missing]);
  return useOffer();
}

async function ask(): Promise<void> {
  try {
    latest.set(await call(readSpecialOffer, {}));
  } catch {
    // The next look asks again.
  }
}
