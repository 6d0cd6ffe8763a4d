import type { PictureRef } from "#contract/picture.ts";
import { Shared } from "#client/shared-markup.tsx";
import { Picture } from "#ui/picture.tsx";
import type { ProductCard as Card } from "../../card.ts";
import { ProductCard } from "../product-card.tsx";
import styles from "./product-grid.module.css";
import sceneStyles from "./scene-tile.module.css";

/** A picture between the products, with a link. */
export interface Scene {
  href: string;
  caption: string;
  picture: PictureRef;
}

interface ProductGridProps {
  products: readonly Card[];
  firstScreen?: number;
  scenes?: readonly Scene[] | undefined;
}

export const ProductGrid = ({ products, firstScreen = 0, scenes }: ProductGridProps) => (
  <ul className={styles.grid}>
    {products.flatMap((product, index) => {
      const isAfterEight = index % PIECES_BETWEEN === 0 && index + 1 < products.length;
      const scene = isAfterEight ? scenes?.[index / PIECES_BETWEEN - 1] : undefined;
      const card = (
        <Shared as="li" key={product._id} facts={[product, index < firstScreen]}>
          {() => <ProductCard product={product} priority={index < firstScreen} />}
        </Shared>
      );
      return scene ? [<SceneTile key={scene.href} scene={scene} />, card] : card;
    })}
  </ul>
);

const PIECES_BETWEEN = 8;

/** Maximum width in px of the picture file. It is enough for a screen with about two pixels per CSS pixel. */
const WIDEST = 1200;

const SceneTile = ({ scene: { href, caption, picture } }: { scene: Scene }) => (
  <li className={sceneStyles.scene}>
    <a href={href} className={sceneStyles.link}>
      <Picture picture={picture} alt="" sizes="608px" widest={WIDEST} className={sceneStyles.picture} />
      {caption}
    </a>
  </li>
);
