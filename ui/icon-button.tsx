import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";
import styles from "./icon-button.module.css";

interface IconLabel {
  label: string;
}

export const IconButton = ({ label, className, ...rest }: ComponentProps<"button"> & IconLabel) => (
  <button type="button" {...rest} aria-label={label} className={classNames(styles.target, className)} />
);

export const IconLink = ({ label, className, children, ...rest }: ComponentProps<"a"> & IconLabel) => (
  <a {...rest} aria-label={label} className={classNames(styles.target, className)}>
    {children}
  </a>
);
