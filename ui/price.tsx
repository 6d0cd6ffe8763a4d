import { type Paise, formatRupees } from "#contract/money.ts";
import { classNames } from "./class-names.ts";
import styles from "./price.module.css";

interface PriceProps {
  paise: Paise;
  originalPaise?: Paise | undefined;
  discount?: string | null;
  plus?: string;
  /** The amount that the customer pays, with a note such as "incl. taxes". It is on its own line above the price. */
  paid?: { paise: Paise; plus: string };
  large?: boolean;
}

export function Price({ paise, originalPaise = 0, discount, plus, paid, large }: PriceProps) {
  // The original price is without GST. It is beside the price without GST, so that people compare the two.
  const original = originalPaise > paise && (
    <span className={styles.original} translate="yes">
      <span className="visually-hidden"> Original price </span>
      <s translate="no">{formatRupees(originalPaise)}</s>{" "}
    </span>
  );
  return (
    <p className={classNames(styles.row, large && styles.large)} translate="no">
      {paid ? (
        <>
          <span className={styles.paid}>
            {`${formatRupees(paid.paise)} `}
            <small>{paid.plus}</small>{" "}
          </span>
          {original}
          <span className={styles.net}>{[formatRupees(paise), plus].filter(Boolean).join(" ")}</span>
        </>
      ) : (
        <>
          {formatRupees(paise)}
          {plus && <small>{` ${plus}`}</small>}
          {original}
        </>
      )}
      {discount && (
        <span className={styles.discount} translate="yes">
          {` ${discount}`}
        </span>
      )}
    </p>
  );
}
