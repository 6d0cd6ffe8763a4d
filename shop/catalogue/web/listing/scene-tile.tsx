import type { PictureRef } from "#contract/picture.ts";
import { Picture } from "#ui/picture.tsx";
import styles from "./scene-tile.module.css";

/** A picture between the product cards, and its link. */
export interface Scene {
  href: string;
  caption: string;
  picture: PictureRef;
}

/** Number of products between two pictures: every ninth place is a picture. */
const PIECES_BETWEEN = 8;

/** Returns the picture that belongs before a card; never at the end of the list. */
export const findSceneBefore = (
  index: number,
  count: number,
  scenes: readonly Scene[] | undefined,
): Scene | undefined =>
  index % PIECES_BETWEEN === 0 && index + 1 < count ? scenes?.[index / PIECES_BETWEEN - 1] : undefined;

/** Maximum width of the picture on a screen with two pixels per CSS pixel. */
const WIDEST = 1200;

/** Two columns wide, only on wide screens; on others it is not loaded. */
export const SceneTile = ({ scene: { href, caption, picture } }: { scene: Scene }) => (
  <li className={styles.scene}>
    <a href={href} className={styles.link}>
      <Picture picture={picture} alt="" sizes="608px" widest={WIDEST} className={styles.picture} />
      {caption}
    </a>
  </li>
);
