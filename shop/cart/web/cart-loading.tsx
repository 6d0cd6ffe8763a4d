import { Skeleton, SkeletonText } from "#ui/skeleton.tsx";
import styles from "./cart-loading.module.css";

export const CartLoading = () => (
  <div className="stack gap-5" aria-busy="true">
    {[1, 2].map((line) => (
      <div key={line} className={styles.line}>
        <Skeleton shape="picture" />
        <SkeletonText lines={2} />
      </div>
    ))}
  </div>
);
