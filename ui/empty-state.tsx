import type { ReactNode } from "react";
import styles from "./empty-state.module.css";

interface EmptyStateProps {
  title: string;
  /** What to do next, in a sentence. */
  text?: ReactNode;
  /** Something beautiful: usually a `<Picture>`. */
  picture?: ReactNode;
  /** A button or a link; several stand beside each other. */
  action?: ReactNode;
  /** The rank of the title on its page. */
  level?: 1 | 2 | 3;
}

/** Nothing here yet: says so, shows something beautiful and a way on. */
export function EmptyState({ title, text, picture, action, level = 2 }: EmptyStateProps) {
  const Title = `h${level}` as const;
  return (
    <div className={styles.empty}>
      {picture && <div className={styles.picture}>{picture}</div>}
      <Title className={styles.title}>{title}</Title>
      {text && <p className={styles.text}>{text}</p>}
      {action && <div className={styles.actions}>{action}</div>}
    </div>
  );
}
