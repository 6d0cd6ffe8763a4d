import type { ReactNode } from "react";
import { type Paise, formatRupees } from "#contract/money.ts";
import { Changing } from "#ui/changes.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { AMOUNT_PAYABLE } from "../totals.ts";
import { classNames } from "#ui/class-names.ts";
import styles from "./sums.module.css";

interface SumsProps {
  /** The amount to pay in paise. Null while it is loading. */
  payable: Paise | null;
  children: ReactNode;
}

/** Changes of the amount payable are announced and highlighted (§2.7, §2.8). */
export const Sums = ({ payable, children }: SumsProps) => (
  <dl className={classNames("stack gap-2 tabular", styles.sums)}>
    {children}
    <div className={styles.payable}>
      <dt>{AMOUNT_PAYABLE}</dt>
      <dd translate="no">
        {payable === null ? (
          <Skeleton className={styles.coming} />
        ) : (
          <Changing topic={AMOUNT_PAYABLE} value={formatRupees(payable)} />
        )}
      </dd>
    </div>
  </dl>
);

interface SumProps {
  name: ReactNode;
  amount: Paise | null;
  /** The text to show instead of ₹0.00. */
  free?: string;
}

export const Sum = ({ name, amount, free }: SumProps) => (
  <div className={styles.sum}>
    <dt className="soft">{name}</dt>
    {amount === 0 && free ? (
      <dd>{free}</dd>
    ) : (
      <dd translate="no">
        {amount === null ? <Skeleton className={styles.coming} /> : formatRupees(amount)}
      </dd>
    )}
  </div>
);
