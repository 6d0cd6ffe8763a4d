import type { ReactNode } from "react";
import { links } from "#contract/links.ts";
import { useCategoryPages } from "#shop/catalogue/web/category-pages.ts";
import styles from "./without-scripts.module.css";

/**
 * A notice for browsers that run no scripts, or could not get them (web/before-scripts.ts). Only the server fills it:
 * React never looks into a `noscript` in the browser.
 */
export const WithoutScripts = () => <noscript>{import.meta.env.SSR && <Notice />}</noscript>;

interface UntilKnownProps {
  /** A sentence about what does not work without scripts. */
  without: string;
  /** Shown until the session is known. */
  children: ReactNode;
}

/** The place of something of the customer's. Where no script will ever fill it, it says so and what to do instead. */
export const UntilKnown = ({ without, children }: UntilKnownProps) => (
  <>
    <div className={styles.waiting}>{children}</div>
    <noscript>
      {import.meta.env.SSR && (
        <div className={styles.instead}>
          <p>{without} Please allow JavaScript in your browser and load this page again.</p>
          <p>
            Or <a href={links.contact}>write to us</a>: we look it up or take your order for you.
          </p>
        </div>
      )}
    </noscript>
  </>
);

/** Notice for browsers without scripts, with the pages that the header's buttons would have led to. */
const Notice = () => (
  <div className={styles.notice}>
    <p>
      You can look at everything here, open an account and write to us. Your bag, your orders and your account
      need JavaScript: please allow JavaScript in your browser, or load this page again.
    </p>
    <nav aria-label="Categories">
      <ul className={styles.ways}>
        <li>
          <a href={links.products()}>All products</a>
        </li>
        {useCategoryPages().map(({ path, subcategory }) => (
          <li key={path}>
            <a href={path}>{subcategory}</a>
          </li>
        ))}
        <li>
          <a href={links.contact}>Contact us</a>
        </li>
      </ul>
    </nav>
  </div>
);
