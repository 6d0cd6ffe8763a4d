import ArrowRight from "lucide/dist/esm/icons/arrow-right.mjs";
import { Picture } from "#ui/picture.tsx";
import { Wrap } from "#ui/section.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Icon } from "#ui/icon.tsx";
import type { HomeContent } from "../home-content.ts";
import { classNames } from "#ui/class-names.ts";
import styles from "./offer-cards.module.css";

const CARDS = 3;

/** The offers banner: three cards with links into the shop (§2.4). `cards` is null while they are loading. */
export const OfferCards = ({ cards }: { cards: HomeContent["offerCards"] | null }) => (
  <section aria-label="Offers" className={styles.band}>
    <Wrap>
      <ul className={classNames("stack gap-4", styles.cards)} aria-busy={cards === null || undefined}>
        {cards?.map(({ title, href, picture, alt }) => (
          <li key={title} className={styles.card}>
            <Picture
              picture={picture}
              alt={alt}
              sizes="(min-width: 768px) min(31vw, 400px), 40vw"
              className={styles.picture}
            />
            <h2 className={styles.title}>
              <a href={href} className="stretched">
                {title}
              </a>
            </h2>
            <Icon of={ArrowRight} size={20} className={styles.arrow} />
          </li>
        )) ??
          Array.from({ length: CARDS }, (_, index) => (
            <li key={index} className={styles.card}>
              <Skeleton shape="picture" className={styles.picture} />
              <Skeleton />
            </li>
          ))}
      </ul>
    </Wrap>
  </section>
);
