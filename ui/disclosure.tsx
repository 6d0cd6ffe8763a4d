import type { ComponentProps, ReactNode } from "react";
import styles from "./disclosure.module.css";

interface DisclosureProps extends Omit<ComponentProps<"details">, "className"> {
  summary: ReactNode;
}

/** A section that can be opened. Opening it closes the others with the same `name`. */
export const Disclosure = ({ summary, children, ...rest }: DisclosureProps) => (
  <details {...rest} className={styles.disclosure}>
    <summary className={styles.summary}>
      <span>{summary}</span>
      <span className={styles.sign} aria-hidden="true" />
    </summary>
    <div className={styles.contents}>{children}</div>
  </details>
);
