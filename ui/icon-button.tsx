import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";
import styles from "./icon-button.module.css";

interface Named {
  /** The action as text: `Close`, `Remove Acacia Everyday Bowl from the cart`. */
  label: string;
}

/** A button with only an icon: 44 px large, with a label for screen readers. */
export const IconButton = ({ label, className, ...rest }: ComponentProps<"button"> & Named) => (
  <button type="button" {...rest} aria-label={label} className={classNames(styles.target, className)} />
);

/** The same as a link. */
export const IconLink = ({ label, className, children, ...rest }: ComponentProps<"a"> & Named) => (
  <a {...rest} aria-label={label} className={classNames(styles.target, className)}>
    {children}
  </a>
);
