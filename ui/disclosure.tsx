import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./disclosure.module.css";

interface DisclosureProps extends ComponentProps<"details"> {
  summary: ReactNode;
  /** Folded on phones only: on a wide window it lies open, without its summary, in browsers that can. */
  foldedOnPhone?: boolean;
}

/** Something that can be opened and read. Those of one `name` close each other. */
export const Disclosure = ({ summary, foldedOnPhone, className, children, ...rest }: DisclosureProps) => (
  <details {...rest} className={classNames(styles.disclosure, foldedOnPhone && styles.onPhone, className)}>
    <summary className={styles.summary}>
      <span>{summary}</span>
      <span className={styles.sign} aria-hidden="true" />
    </summary>
    <div className={foldedOnPhone ? undefined : styles.contents}>{children}</div>
  </details>
);

/** Disclosures one below the other, parted by hairlines. */
export const Accordion = ({ className, ...rest }: ComponentProps<"div">) => (
  <div {...rest} className={classNames(styles.accordion, className)} />
);
