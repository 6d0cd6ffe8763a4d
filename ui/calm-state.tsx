import styles from "./calm-state.module.css";
import { EmptyState, type EmptyStateProps } from "./empty-state.tsx";
import { LogoMark } from "./logo.tsx";

/** The content of an error page. The default symbol is an inline SVG, because an image file might not load there. */
export const CalmState = (props: Omit<EmptyStateProps, "picture" | "level">) => (
  <div className={styles.calm}>
    <LogoMark className={styles.rings} />
    <EmptyState level={1} {...props} />
  </div>
);
