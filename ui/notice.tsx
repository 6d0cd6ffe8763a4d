import Check from "lucide-react/icons/check";
import CircleAlert from "lucide-react/icons/circle-alert";
import Info from "lucide-react/icons/info";
import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";
import styles from "./notice.module.css";

const signs = { info: Info, success: Check, danger: CircleAlert };

/** A calm box within the page that says what happened; a `danger` one is read out at once. */
export function Notice({
  tone = "info",
  className,
  children,
  ...rest
}: ComponentProps<"div"> & { tone?: keyof typeof signs }) {
  const Sign = signs[tone];
  return (
    <div
      role={tone === "danger" ? "alert" : undefined}
      {...rest}
      className={classNames(styles.notice, styles[tone], className)}
    >
      <Sign size={20} strokeWidth={1.5} />
      <div>{children}</div>
    </div>
  );
}
