import type { PictureRef } from "#contract/picture.ts";
import { Picture } from "#ui/picture.tsx";
import { Wrap } from "#ui/section.tsx";
import styles from "./listing-hero.module.css";

interface ListingHeroProps {
  heading: string;
  description: string;
  /** Null while the picture is loading (its space is reserved); "none" if the listing has no picture. */
  picture: { picture: PictureRef; alt: string } | null | "none";
  /** True to show the picture on phones too. Other listings begin with their products on phones. */
  hasBand: boolean;
}

export const ListingHero = ({ heading, description, picture, hasBand }: ListingHeroProps) => (
  <header
    className={styles.hero}
    data-band={(hasBand && picture !== "none") || undefined}
    data-plain={picture === "none" || undefined}
  >
    <Wrap className={styles.inside}>
      <div className={styles.words}>
        <h1>{heading}</h1>
        {description && <p className="measure snug soft">{description}</p>}
      </div>
      {picture !== "none" && (
        <div className={styles.picture}>
          {picture && (
            <Picture
              picture={picture.picture}
              alt={picture.alt}
              sizes={`(min-width: 1024px) 32rem, ${hasBand ? "(min-width: 768px) 60vw, 82vw" : "60vw"}`}
              {...(!hasBand && { shownFrom: 768 })}
              priority
              className={styles.photograph}
            />
          )}
        </div>
      )}
    </Wrap>
  </header>
);
