import { links } from "#contract/links.ts";
import { call } from "#client/api.ts";
import { getPromoHeading } from "#shop/merchandising/special-offer.ts";
import { readSpecialOffer } from "#shop/merchandising/endpoints.ts";
import { useRenewal, useShell } from "./shell-data.ts";
import styles from "./promo-banner.module.css";

export function PromoBanner() {
  const { offer } = useShell();
  useRenewal(offer === null, async () => ({ offer: await call(readSpecialOffer, {}) }));
  return (
    <aside aria-label="Special offer" className={styles.banner} data-ground="dark">
      <p>{getPromoHeading(offer)}</p>
      <a href={links.products()} className={styles.button}>
        Shop Now
      </a>
    </aside>
  );
}
