import type { PictureRef } from "#contract/picture.ts";
import { Picture } from "#ui/picture.tsx";
import styles from "./scene-tile.module.css";

/** A picture between the product cards, and its link. */
export interface Scene {
  href: string;
  caption: string;
  picture: PictureRef;
}

/** Number of pieces between two pictures: every ninth place is one. */
const PIECES_BETWEEN = 8;

/** Returns the picture that belongs before a card; never at the end of the list. */
export const findSceneBefore = (
  index: number,
  count: number,
  scenes: readonly Scene[] | undefined,
): Scene | undefined =>
  index % PIECES_BETWEEN === 0 && index + 1 < count ? scenes?.[index / PIECES_BETWEEN - 1] : undefined;

/** Widest picture on the page, on a screen with two pixels for each of the page's. */
const WIDEST = 1200;

/** Two places wide, on wide screens only: elsewhere it is not fetched. */
export const SceneTile = ({ scene: { href, caption, picture } }: { scene: Scene }) => (
  <li className={styles.scene}>
    <a href={href} className={styles.link}>
      <Picture picture={picture} alt="" sizes="608px" widest={WIDEST} className={styles.picture} />
      {caption}
    </a>
  </li>
);
