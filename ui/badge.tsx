import type { ComponentProps } from "react";
import styles from "./badge.module.css";
import { classNames } from "./class-names.ts";

interface BadgeProps extends ComponentProps<"span"> {
  tone?: "neutral" | "success" | "waiting" | "danger";
  quiet?: boolean;
}

export const Badge = ({ tone = "neutral", quiet = false, className, ...rest }: BadgeProps) => (
  <span {...rest} className={classNames(styles.badge, styles[tone], quiet && styles.quiet, className)} />
);
