import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./disclosure.module.css";

interface DisclosureProps extends ComponentProps<"details"> {
  summary: ReactNode;
}

/** An element that can be opened. Elements with the same `name` close each other. */
export const Disclosure = ({ summary, className, children, ...rest }: DisclosureProps) => (
  <details {...rest} className={classNames(styles.disclosure, className)}>
    <summary className={styles.summary}>
      <span>{summary}</span>
      <span className={styles.sign} aria-hidden="true" />
    </summary>
    <div className={styles.contents}>{children}</div>
  </details>
);

/** A list of disclosures, separated by hairlines. */
export const Accordion = ({ className, ...rest }: ComponentProps<"div">) => (
  <div {...rest} className={classNames(styles.accordion, className)} />
);
