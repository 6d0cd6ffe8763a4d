import styles from "./calm-state.module.css";
import { EmptyState, type EmptyStateProps } from "./empty-state.tsx";
import { LogoMark } from "./logo.tsx";

/** A page that has nothing to show because something went wrong. Its rings are drawn: a picture might not come either. */
export const CalmState = (props: Omit<EmptyStateProps, "picture" | "level">) => (
  <div className={styles.calm}>
    <LogoMark className={styles.rings} />
    <EmptyState level={1} {...props} />
  </div>
);
