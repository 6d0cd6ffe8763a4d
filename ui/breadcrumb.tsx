import { classNames } from "./class-names.ts";
import styles from "./breadcrumb.module.css";

export interface Crumb {
  label: string;
  /** The last entry, the page itself, has no link. */
  href?: string | undefined;
  /** A name or a number that a browser must not translate. */
  exact?: boolean;
}

interface BreadcrumbProps {
  items: Crumb[];
  /**
   * On phones a single line without the last entry, because the page's title is right below. Screen readers read the
   * full path.
   */
  short?: boolean;
}

/** The path from the home page to the current page. */
export const Breadcrumb = ({ items, short = false }: BreadcrumbProps) => (
  <nav aria-label="Breadcrumb">
    <ol className={classNames(styles.way, short && styles.short)}>
      {items.map(({ label, href, exact }, index) => (
        <li key={`${index} ${label}`} className={styles.crumb}>
          {href ? (
            <a href={href} className={styles.link}>
              {label}
            </a>
          ) : (
            <span
              translate={exact ? "no" : undefined}
              aria-current={index === items.length - 1 ? "page" : undefined}
            >
              {label}
            </span>
          )}
        </li>
      ))}
    </ol>
  </nav>
);
