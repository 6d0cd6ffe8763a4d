import type { PictureRef } from "#contract/picture.ts";
import { Picture } from "#ui/picture.tsx";
import styles from "./scene-tile.module.css";

export interface Scene {
  href: string;
  caption: string;
  picture: PictureRef;
}

const PIECES_BETWEEN = 8;

/** Returns a picture after every eight cards, but none before the last card. */
export const findSceneBefore = (
  index: number,
  count: number,
  scenes: readonly Scene[] | undefined,
): Scene | undefined =>
  index % PIECES_BETWEEN === 0 && index + 1 < count ? scenes?.[index / PIECES_BETWEEN - 1] : undefined;

/** The largest width in px of the file that browsers load. It is enough for two pixels per CSS pixel. */
const WIDEST = 1200;

export const SceneTile = ({ scene: { href, caption, picture } }: { scene: Scene }) => (
  <li className={styles.scene}>
    <a href={href} className={styles.link}>
      <Picture picture={picture} alt="" sizes="608px" widest={WIDEST} className={styles.picture} />
      {caption}
    </a>
  </li>
);
