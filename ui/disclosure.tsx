import type { ComponentProps, ReactNode } from "react";
import styles from "./disclosure.module.css";

interface DisclosureProps extends Omit<ComponentProps<"details">, "className"> {
  summary: ReactNode;
}

/** An element that can be opened. Elements with the same `name` close each other. */
export const Disclosure = ({ summary, children, ...rest }: DisclosureProps) => (
  <details {...rest} className={styles.disclosure}>
    <summary className={styles.summary}>
      <span>{summary}</span>
      <span className={styles.sign} aria-hidden="true" />
    </summary>
    <div className={styles.contents}>{children}</div>
  </details>
);

/** A list of disclosures, separated by hairlines. */
export const Accordion = (props: Omit<ComponentProps<"div">, "className">) => (
  <div {...props} className={styles.accordion} />
);
