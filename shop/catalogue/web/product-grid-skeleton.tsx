import { listMessages } from "../listing.ts";
import { ProductCardSkeleton } from "./product-card.tsx";
import styles from "./listing/product-grid.module.css";

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
