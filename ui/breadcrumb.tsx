import styles from "./breadcrumb.module.css";

export interface Crumb {
  label: string;
  /** The last crumb, the page itself, needs none. */
  href?: string | undefined;
}

/** The way from the home page to here. */
export const Breadcrumb = ({ items }: { items: Crumb[] }) => (
  <nav aria-label="Breadcrumb">
    <ol className={styles.way}>
      {items.map(({ label, href }, index) => (
        <li key={`${index} ${label}`} className={styles.crumb}>
          {href ? (
            <a href={href} className={styles.link}>
              {label}
            </a>
          ) : (
            <span aria-current={index === items.length - 1 ? "page" : undefined}>{label}</span>
          )}
        </li>
      ))}
    </ol>
  </nav>
);
