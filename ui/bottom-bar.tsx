import type { ReactNode } from "react";
import { type Paise, formatRupees } from "#contract/money.ts";
import { classNames } from "./class-names.ts";
import styles from "./bottom-bar.module.css";

/** Windows where a page has one column, and the bar its place at the edge. */
export const ONE_COLUMN = "(max-width: 1024px)";

interface BottomBarProps {
  /** The sum to pay. */
  amount: Paise;
  /** A line below the amount. */
  note?: ReactNode;
  className?: string | undefined;
  /** The button or link that goes on. */
  children: ReactNode;
}

/**
 * The sum of a page of one column and the button that goes on, at the window's lower edge as long as its parent is in
 * sight; the parent must not be a grid. On wider pages only the button is there, in its own place. The focused element
 * scrolls clear of it.
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
