import type { ReactNode } from "react";
import styles from "./page-title.module.css";

export const PageTitle = ({ children, lead }: { children: ReactNode; lead?: ReactNode }) => (
  <header className={styles.title}>
    <h1>{children}</h1>
    {lead && <p className="measure lead soft">{lead}</p>}
  </header>
);
