import type { ReactNode } from "react";
import { type Paise, formatRupees } from "#contract/money.ts";
import { classNames } from "./class-names.ts";
import styles from "./bottom-bar.module.css";

/** The media query for windows in which pages have one column. In these windows, the bar is at the bottom edge. */
export const ONE_COLUMN = "(max-width: 1024px)";

interface BottomBarProps {
  /** The amount to pay. */
  amount: Paise;
  /** Text below the amount. */
  note?: ReactNode;
  className?: string | undefined;
  /** The button or link to the next step. */
  children: ReactNode;
}

/**
 * A bar with the total and the button to the next step. It stays at the bottom of the window while its parent is
 * visible. The parent must not be a grid. In wide windows, only the button is shown, in its normal place. The bar never
 * covers a focused element.
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
