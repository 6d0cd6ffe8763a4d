import { classNames } from "./class-names.ts";
import styles from "./breadcrumb.module.css";

export interface Crumb {
  label: string;
  href?: string | undefined;
  /** True for a name or a number, which browsers must not translate. */
  exact?: boolean;
}

interface BreadcrumbProps {
  items: Crumb[];
  /** True to hide the last entry on phones, where the page's title is just below. Screen readers still read it. */
  short?: boolean;
}

export const Breadcrumb = ({ items, short = false }: BreadcrumbProps) => (
  <nav aria-label="Breadcrumb">
    <ol className={classNames("row wrap fine snug soft screen-only", short && styles.short)}>
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
