import Check from "lucide/dist/esm/icons/check.mjs";
import CircleAlert from "lucide/dist/esm/icons/circle-alert.mjs";
import Info from "lucide/dist/esm/icons/info.mjs";
import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";
import styles from "./notice.module.css";
import { Icon } from "./icon.tsx";

const signs = { info: Info, success: Check, warning: CircleAlert, danger: CircleAlert };

/** The failure of a form. Screen readers do not announce it, because a toast has already announced it. */
export const FormFailure = ({ text, className }: { text: string; className?: string | undefined }) =>
  text && (
    <Notice tone="danger" role="note" className={className}>
      {text}
    </Notice>
  );

export function Notice({
  tone = "info",
  className,
  children,
  ...rest
}: ComponentProps<"div"> & { tone?: keyof typeof signs }) {
  return (
    <div
      role={tone === "danger" ? "alert" : undefined}
      {...rest}
      className={classNames(styles.notice, styles[tone], className)}
    >
      <Icon of={signs[tone]} size={20} />
      <div>{children}</div>
    </div>
  );
}
