import { hasOfferBox, type SpecialOffer } from "../special-offer.ts";
import styles from "./special-offer-box.module.css";

/** Renders nothing if the offer has no heading or no points (§2.6). */
export const SpecialOfferBox = ({ offer }: { offer: Partial<SpecialOffer> | null }) =>
  hasOfferBox(offer) && (
    <section className={styles.box} aria-label="Special offer">
      <h2 className="h4">{offer.heading}</h2>
      <ul className={styles.points}>
        {offer.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  );
