import { hasOfferBox, type SpecialOffer } from "../special-offer.ts";
import styles from "./special-offer-box.module.css";

/** Shows the special offer. Renders nothing if its heading or its list is missing (§2.6). */
export const SpecialOfferBox = ({ offer }: { offer: Partial<SpecialOffer> | null }) =>
  hasOfferBox(offer) && (
    <section className={styles.box} aria-label="Special offer">
      <h2 className={styles.heading}>{offer.heading}</h2>
      <ul className={styles.points}>
        {offer.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  );
