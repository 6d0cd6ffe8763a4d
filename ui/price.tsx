import { type Paise, formatRupees } from "#contract/money.ts";
import { classNames } from "./class-names.ts";
import styles from "./price.module.css";
import { VisuallyHidden } from "./visually-hidden.tsx";

interface PriceProps {
  paise: Paise;
  /** Shown struck through, and only when it exceeds the price. */
  originalPaise?: Paise | undefined;
  /** How much less it is, as `30% OFF`. */
  discount?: string | null;
  large?: boolean;
  className?: string;
}

/** What it costs, what it cost before, and how much less that is. */
export function Price({ paise, originalPaise = 0, discount, large = false, className }: PriceProps) {
  const isReduced = originalPaise > paise;
  return (
    <p className={classNames(styles.row, large && styles.large, className)}>
      {isReduced && <VisuallyHidden>Price </VisuallyHidden>}
      <span translate="no">{formatRupees(paise)}</span>
      {isReduced && (
        <>
          <VisuallyHidden> Original price </VisuallyHidden>
          <s className={styles.original} translate="no">
            {formatRupees(originalPaise)}
          </s>
        </>
      )}
      {discount && <span className={styles.off}>{discount}</span>}
    </p>
  );
}
