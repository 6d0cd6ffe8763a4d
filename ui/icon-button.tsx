import type { IconNode } from "lucide";
import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";
import { Icon } from "./icon.tsx";
import styles from "./icon-button.module.css";

interface IconButtonProps extends ComponentProps<"button"> {
  label: string;
  icon?: IconNode;
  size?: number;
}

export const IconButton = ({ label, icon, size, className, children, ...rest }: IconButtonProps) => (
  <button type="button" {...rest} aria-label={label} className={classNames(styles.target, className)}>
    {icon && <Icon of={icon} size={size} />}
    {children}
  </button>
);

export const IconLink = ({
  label,
  className,
  children,
  ...rest
}: ComponentProps<"a"> & { label: string }) => (
  <a {...rest} aria-label={label} className={classNames(styles.target, className)}>
    {children}
  </a>
);
