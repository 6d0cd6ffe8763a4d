import { Wrap } from "#ui/section.tsx";
import { Skeleton, SkeletonText } from "#ui/skeleton.tsx";
import { classNames } from "#ui/class-names.ts";
import styles from "./product-skeleton.module.css";

const THUMBNAILS = [1, 2, 3];

export const ProductSkeleton = () => (
  <Wrap className={styles.page} aria-busy="true">
    <div className="visually-hidden">
      <h1>Product</h1>
      <p role="status">Loading the product…</p>
    </div>
    <Skeleton className={styles.way} />
    <div className={classNames("stack top gap-8", styles.columns)}>
      <div className="row wrap top gap-3">
        <Skeleton shape="picture" />
        {THUMBNAILS.map((place) => (
          <Skeleton key={place} shape="picture" className={styles.thumbnail} />
        ))}
      </div>
      <div className="stack top gap-8">
        <SkeletonText lines={2} className={styles.title} />
        <Skeleton className={styles.price} />
        <SkeletonText lines={2} />
        <div className={styles.buttons}>
          <Skeleton shape="block" />
          <Skeleton shape="block" />
          <Skeleton shape="block" />
        </div>
      </div>
    </div>
  </Wrap>
);
