import { links } from "#contract/links.ts";
import { promoHeading } from "#shop/offers/special-offer.ts";
import styles from "./promo-banner.module.css";
import { useShell } from "./shell-data.ts";

/** The offer of the day, over everything (§2.2). */
export function PromoBanner() {
  const { offer } = useShell();
  return (
    <aside aria-label="Special offer" className={styles.banner} data-ground="dark">
      <p>{promoHeading(offer)}</p>
      <a href={links.products()} className={styles.button}>
        Shop Now
      </a>
    </aside>
  );
}
