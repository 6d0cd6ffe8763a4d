import { Skeleton, SkeletonText } from "#ui/skeleton.tsx";
import { classNames } from "#ui/class-names.ts";
import styles from "./address-cards.module.css";

export const AddressCardsSkeleton = () => (
  <div className={classNames("stack gap-4", styles.cards)}>
    <div className={styles.card}>
      <SkeletonText lines={3} />
      <div className={styles.actions}>
        <Skeleton className={styles.waiting} />
      </div>
    </div>
    <Skeleton shape="block" className={styles.waitingPlace} />
  </div>
);
