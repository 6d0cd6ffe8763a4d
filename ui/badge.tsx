import type { ComponentProps } from "react";
import styles from "./badge.module.css";
import { classNames } from "./class-names.ts";

interface BadgeProps extends ComponentProps<"span"> {
  /** The colour, for the state of an order or a payment. */
  tone?: "neutral" | "success" | "waiting" | "danger";
  /** Plain text with a coloured dot, for use near another badge. */
  quiet?: boolean;
}

/** A short label: `Paid`, `Sold out`. */
export const Badge = ({ tone = "neutral", quiet = false, className, ...rest }: BadgeProps) => (
  <span {...rest} className={classNames(styles.badge, styles[tone], quiet && styles.quiet, className)} />
);
