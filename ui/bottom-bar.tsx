import type { ReactNode } from "react";
import { type Paise, formatRupees } from "#contract/money.ts";
import { classNames } from "./class-names.ts";
import styles from "./bottom-bar.module.css";

/** The media query of windows with one column and the bar at the bottom edge. */
export const ONE_COLUMN = "(max-width: 1024px)";

interface BottomBarProps {
  amount: Paise;
  note?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** A bar with the total and the next step, at the bottom of narrow windows. The parent must not be a grid. */
export const BottomBar = ({ amount, note, className, children }: BottomBarProps) => (
  <div className={classNames(styles.bar, className)}>
    <div className={styles.text}>
      <strong translate="no">{formatRupees(amount)}</strong>
      {note}
    </div>
    {children}
  </div>
);
