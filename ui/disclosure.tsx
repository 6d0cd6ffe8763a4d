import type { ComponentProps, ReactNode } from "react";
import styles from "./disclosure.module.css";

interface DisclosureProps extends Omit<ComponentProps<"details">, "className"> {
  summary: ReactNode;
}

/** The browser closes the other sections with the same `name` when one opens. */
export const Disclosure = ({ summary, children, ...rest }: DisclosureProps) => (
  <details {...rest} className={styles.disclosure}>
    <summary className={styles.summary}>
      <span>{summary}</span>
      <span className={styles.sign} aria-hidden="true" />
    </summary>
    <div className={styles.contents}>{children}</div>
  </details>
);
