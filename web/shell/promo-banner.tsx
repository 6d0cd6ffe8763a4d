import { useEffect } from "react";
import { links } from "#contract/links.ts";
import { call } from "#client/api.ts";
import { getPromoHeading, type SpecialOffer } from "#shop/merchandising/special-offer.ts";
import { readSpecialOffer } from "#shop/merchandising/endpoints.ts";
import { useRenewShell, useShell } from "./shell-data.ts";
import styles from "./promo-banner.module.css";

export function PromoBanner() {
  const offer = useLatestOffer();
  return (
    <aside aria-label="Special offer" className={styles.banner} data-ground="dark">
      <p>{getPromoHeading(offer)}</p>
      <a href={links.products()} className={styles.button}>
        Shop Now
      </a>
    </aside>
  );
}

/** Returns the current offer. Loads it again when the tab becomes visible. After an error, the old offer stays (§8). */
function useLatestOffer(): Partial<SpecialOffer> | null {
  const { offer } = useShell();
  const renew = useRenewShell();
  const isMissing = offer === null;
  useEffect(() => {
    const refresh = () => {
      call(readSpecialOffer, {}).then(
        (latest) => renew({ offer: latest }),
        () => {
          // Ignore the error, because the offer is loaded again when the tab next becomes visible.
        },
      );
    };
    if (isMissing) refresh();
    const refreshIfVisible = () => document.hidden || refresh();
    document.addEventListener("visibilitychange", refreshIfVisible);
    return () => document.removeEventListener("visibilitychange", refreshIfVisible);
  }, [isMissing, renew]);
  return offer;
}
