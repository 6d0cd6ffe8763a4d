import type { ReactNode } from "react";
import { type Paise, formatRupees } from "#contract/money.ts";
import { classNames } from "./class-names.ts";
import styles from "./bottom-bar.module.css";

/** Windows in which a page has one column and the bar is at the bottom edge. */
export const ONE_COLUMN = "(max-width: 1024px)";

interface BottomBarProps {
  /** The sum to pay. */
  amount: Paise;
  /** A line below the amount. */
  note?: ReactNode;
  className?: string | undefined;
  /** The button or link to the next step. */
  children: ReactNode;
}

/**
 * The total and the button to the next step at the bottom of the window, while its parent is visible; the parent must
 * not be a grid. On wide pages only the button is shown, in its normal place. Focused elements scroll clear of it.
 */
export const BottomBar = ({ amount, note, className, children }: BottomBarProps) => (
  <div className={classNames(styles.bar, className)}>
    <div className={styles.text}>
      <strong translate="no">{formatRupees(amount)}</strong>
      {note}
    </div>
    {children}
  </div>
);
