import type { ComponentType } from "react";
import { Shared } from "#client/shared-markup.tsx";
import type { ProductCard as Card } from "../../card.ts";
import { ProductCard } from "../product-card.tsx";
import { findSceneBefore, type Scene, SceneTile } from "./scene-tile.tsx";
import styles from "./product-grid.module.css";

interface ProductGridProps {
  products: readonly Card[];
  Action: ComponentType<{ product: Card }>;
  firstScreen?: number;
  scenes?: readonly Scene[] | undefined;
}

export const ProductGrid = ({ products, Action, firstScreen = 0, scenes }: ProductGridProps) => (
  <ul className={styles.grid}>
    {products.flatMap((product, index) => {
      const scene = findSceneBefore(index, products.length, scenes);
      const card = (
        <Shared as="li" key={product._id} facts={[product, index < firstScreen]}>
          {() => (
            <ProductCard
              product={product}
              action={<Action product={product} />}
              priority={index < firstScreen}
            />
          )}
        </Shared>
      );
      return scene ? [<SceneTile key={scene.href} scene={scene} />, card] : card;
    })}
  </ul>
);
