import { type Paise, formatRupees } from "#contract/money.ts";
import { classNames } from "./class-names.ts";
import styles from "./price.module.css";
import { VisuallyHidden } from "./visually-hidden.tsx";

interface PriceProps {
  paise: Paise;
  /** The price before the reduction, struck through; shown only if it exceeds the price. */
  originalPaise?: Paise | undefined;
  /** The discount, as `30% OFF`. */
  discount?: string | null;
  /** A small addition after the price: `+ GST`. */
  plus?: string;
  /** The sum to pay, in paise, with its small addition. It is a line above the price, which is smaller then. */
  paid?: { paise: Paise; plus: string };
  large?: boolean;
}

/** A price. The earlier price and the discount stay on the same line. */
export function Price({ paise, originalPaise = 0, discount, plus, paid, large }: PriceProps) {
  const isReduced = originalPaise > paise;
  return (
    <p className={classNames(styles.row, large && styles.large)} translate="no">
      {paid && (
        <span className={styles.paid}>
          {formatRupees(paid.paise)} <small>{paid.plus}</small>{" "}
        </span>
      )}
      {paid ? (
        <span className={styles.net}>{[formatRupees(paise), plus].filter(Boolean).join(" ")}</span>
      ) : (
        <>
          {formatRupees(paise)}
          {plus && <small>{` ${plus}`}</small>}
        </>
      )}
      {(isReduced || discount) && (
        <span className={styles.before} translate="yes">
          {isReduced && (
            <>
              <VisuallyHidden> Original price </VisuallyHidden>
              <s translate="no">{formatRupees(originalPaise)}</s>
            </>
          )}
          {discount && ` ${discount}`}
        </span>
      )}
    </p>
  );
}
