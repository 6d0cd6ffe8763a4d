import { listMessages } from "../listing.ts";
import { ProductCardSkeleton } from "./product-card.tsx";
import styles from "./listing/product-grid.module.css";

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
