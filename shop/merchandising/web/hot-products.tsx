import { links } from "#contract/links.ts";
import { Picture } from "#ui/picture.tsx";
import { Section } from "#ui/section.tsx";
import type { HomeContent } from "../home-content.ts";
import styles from "./hot-products.module.css";

/** Hot Products: six tiles with links to products or categories that the owner has chosen (§2.4, D26). */
export const HotProducts = ({
  tiles,
  title = "Hot Products",
}: {
  tiles: HomeContent["hotProducts"];
  title?: string | undefined;
}) => (
  <Section title={title}>
    <ul className={styles.tiles}>
      {tiles.map(({ tile, name, picture }) => (
        <li key={tile} className={styles.tile}>
          <a href={links.hotProduct(tile)} className={styles.link}>
            <Picture
              picture={picture ?? null}
              alt=""
              sizes="(min-width: 1024px) min(31vw, 410px), (min-width: 768px) 31vw, 46vw"
              className={styles.picture}
            />
            <span className="tile-name">{name}</span>
          </a>
        </li>
      ))}
    </ul>
  </Section>
);
