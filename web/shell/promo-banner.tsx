import { links } from "#contract/links.ts";
import { getPromoHeading } from "#shop/merchandising/special-offer.ts";
import { useLatestOffer } from "./offer.ts";
import styles from "./promo-banner.module.css";

/** The offer of the day, over everything (§2.2). */
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
