import type { ComponentType } from "react";
import { SharedMarkup } from "#client/shared-markup.tsx";
import type { ProductCard as Card } from "../card.ts";
import { listMessages } from "../listing.ts";
import { ProductCard, ProductCardSkeleton } from "./product-card.tsx";
import styles from "./product-grid.module.css";

interface ProductGridProps {
  products: readonly Card[];
  /** What puts a product into the bag: on the server the same for every grid. */
  Action: ComponentType<{ product: Card }>;
  /** So many of the first are on the first screen. */
  firstScreen?: number;
  level?: 2 | 3;
}

/** Products side by side: four, three or two in a row (§2.5). */
export const ProductGrid = ({ products, Action, firstScreen = 0, level = 2 }: ProductGridProps) => (
  <ul className={styles.grid}>
    {products.map((product, index) => (
      <SharedMarkup key={product._id} as="li" name="grid" facts={[product, index < firstScreen, level]}>
        {() => (
          <ProductCard
            product={product}
            action={<Action product={product} />}
            priority={index < firstScreen}
            level={level}
          />
        )}
      </SharedMarkup>
    ))}
  </ul>
);

/** The shape of a grid on its way (§2.4, §2.5), in four, three or two columns unless `className` lays it out. */
export const ProductGridSkeleton = ({
  count = 8,
  className = styles.grid,
}: {
  count?: number;
  className?: string | undefined;
}) => (
  <div aria-busy="true">
    <p role="status" className={styles.loading}>
      {listMessages.loading}
    </p>
    <div className={className}>
      {Array.from({ length: count }, (_, index) => (
        <ProductCardSkeleton key={index} />
      ))}
    </div>
  </div>
);
