import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";
import styles from "./icon-button.module.css";

interface IconLabel {
  /** The label for screen readers: `Close`, `Remove Acacia Everyday Bowl from the cart`. */
  label: string;
}

/** A button with only an icon. It is 44 px large, and has a label for screen readers. */
export const IconButton = ({ label, className, ...rest }: ComponentProps<"button"> & IconLabel) => (
  <button type="button" {...rest} aria-label={label} className={classNames(styles.target, className)} />
);

/** A link that looks like an `IconButton`. */
export const IconLink = ({ label, className, children, ...rest }: ComponentProps<"a"> & IconLabel) => (
  <a {...rest} aria-label={label} className={classNames(styles.target, className)}>
    {children}
  </a>
);
