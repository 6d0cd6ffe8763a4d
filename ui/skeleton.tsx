import { classNames } from "./class-names.ts";
import styles from "./skeleton.module.css";

interface SkeletonProps {
  /** A `picture` is square unless its class sets another ratio. A `block` fills its container. */
  shape?: "text" | "picture" | "block";
  className?: string | undefined;
}

/** A placeholder while content is loading. Set `aria-busy="true"` on the region around it. */
export const Skeleton = ({ shape = "text", className }: SkeletonProps) => (
  <span className={classNames(styles.skeleton, styles[shape], className)} aria-hidden="true" />
);

export const SkeletonText = ({ lines, className }: { lines: number; className?: string | undefined }) => (
  <span className={classNames(styles.lines, className)}>
    {Array.from({ length: lines }, (_, line) => (
      <Skeleton key={line} />
    ))}
  </span>
);

export const SkeletonFields = ({ count }: { count: number }) => (
  <div className={styles.fields}>
    {Array.from({ length: count }, (_, field) => (
      <Skeleton key={field} shape="block" className={styles.field} />
    ))}
  </div>
);
