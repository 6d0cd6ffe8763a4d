import { Skeleton, SkeletonText } from "#ui/skeleton.tsx";
import styles from "./order-history.module.css";

export const OrderHistorySkeleton = () => (
  <div aria-busy="true" className="stack">
    <Skeleton className={styles.waitingSearch} />
    {[1, 2, 3].map((row) => (
      <div key={row} className={styles.waitingRow}>
        <Skeleton shape="block" className={styles.picture} />
        <SkeletonText lines={2} />
        <Skeleton className={styles.waitingStatus} />
        <Skeleton shape="block" className={styles.waitingButton} />
      </div>
    ))}
  </div>
);
