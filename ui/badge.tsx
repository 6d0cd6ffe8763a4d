import type { ComponentProps } from "react";
import styles from "./badge.module.css";
import { classNames } from "./class-names.ts";

interface BadgeProps extends ComponentProps<"span"> {
  /** The colour, which shows the state of an order or a payment. */
  tone?: "neutral" | "success" | "waiting" | "danger";
  /** True for plain text with a coloured dot, for a place next to another badge. */
  quiet?: boolean;
}

/** A short label, such as `Paid` or `Sold out`. */
export const Badge = ({ tone = "neutral", quiet = false, className, ...rest }: BadgeProps) => (
  <span {...rest} className={classNames(styles.badge, styles[tone], quiet && styles.quiet, className)} />
);
