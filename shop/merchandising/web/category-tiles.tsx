import { links } from "#contract/links.ts";
import { Picture } from "#ui/picture.tsx";
import { Section } from "#ui/section.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { HomeContent } from "../home-content.ts";
import styles from "./category-tiles.module.css";

const TILES = 6;

export const CategoryTiles = ({
  tiles,
  title = "Shop by Category",
}: {
  tiles: HomeContent["tiles"] | null;
  title?: string | undefined;
}) => (
  <Section title={title} className={styles.section}>
    <ul className={styles.tiles} aria-busy={tiles === null || undefined}>
      {tiles?.map(({ subcategory, picture }) => (
        <li key={subcategory}>
          <a href={links.products({ subcategory })} className={styles.tile}>
            <Picture
              picture={picture}
              alt=""
              sizes="(min-width: 768px) min(31vw, 400px), 46vw"
              className={styles.picture}
            />
            <span className="tile-name">{subcategory}</span>
          </a>
        </li>
      )) ??
        Array.from({ length: TILES }, (_, index) => (
          <li key={index} className={styles.tile}>
            <Skeleton shape="picture" className={styles.picture} />
            <Skeleton />
          </li>
        ))}
    </ul>
  </Section>
);
