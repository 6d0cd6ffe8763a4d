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
  const isReduced = originalPaise > paise;
  return (
    <p className={classNames(styles.row, large && styles.large)} translate="no">
      {paid && (
        <span className={styles.paid}>
          {`${formatRupees(paid.paise)} `}
          <small>{paid.plus}</small>{" "}
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
              <span className="visually-hidden"> Original price </span>
              <s translate="no">{formatRupees(originalPaise)}</s>
            </>
          )}
          {discount && ` ${discount}`}
        </span>
      )}
    </p>
  );
}
