import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./page-title.module.css";

interface PageTitleProps {
  /** The heading of the page. */
  children: ReactNode;
  eyebrow?: ReactNode;
  lead?: ReactNode;
  align?: "start" | "center";
}

/** The header of a page: its only `h1`, with an optional eyebrow above and a lead below. */
export const PageTitle = ({ children, eyebrow, lead, align = "start" }: PageTitleProps) => (
  <header className={classNames(styles.title, align === "center" && styles.centred)}>
    {eyebrow && <p className={classNames("eyebrow", styles.eyebrow)}>{eyebrow}</p>}
    <h1>{children}</h1>
    {lead && <p className={styles.lead}>{lead}</p>}
  </header>
);
