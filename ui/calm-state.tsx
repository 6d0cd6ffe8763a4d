import styles from "./calm-state.module.css";
import { EmptyState, type EmptyStateProps } from "./empty-state.tsx";
import { LogoMark } from "./logo.tsx";

/**
 * A page that cannot show its content because of an error. Its rings are drawn with CSS, because a picture might not
 * load either.
 */
export const CalmState = (props: Omit<EmptyStateProps, "picture" | "level">) => (
  <div className={styles.calm}>
    <LogoMark className={styles.rings} />
    <EmptyState level={1} {...props} />
  </div>
);
