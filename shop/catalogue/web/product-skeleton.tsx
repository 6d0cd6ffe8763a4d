import { Wrap } from "#ui/section.tsx";
import { Skeleton, SkeletonText } from "#ui/skeleton.tsx";
import styles from "./product-skeleton.module.css";

/** The shape of a product page on its way (§2.6). */
export const ProductSkeleton = () => (
  <Wrap className={styles.page} aria-busy="true">
    <div className="visually-hidden">
      <h1>Product</h1>
      <p role="status">Loading the product…</p>
    </div>
    <div className={styles.columns}>
      <Skeleton shape="picture" />
      <div className={styles.words}>
        <SkeletonText lines={2} />
        <Skeleton className={styles.price} />
        <Skeleton className={styles.button} />
        <SkeletonText lines={4} />
      </div>
    </div>
  </Wrap>
);
