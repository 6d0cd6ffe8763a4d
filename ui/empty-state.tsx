import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./empty-state.module.css";

export interface EmptyStateProps {
  title: string;
  /** A sentence about what to do next. */
  text?: ReactNode;
  /** A picture with the ratio 4:5, shown beside the text or above it. */
  picture?: ReactNode;
  /** One or several buttons or links. */
  action?: ReactNode;
  level?: 1 | 2 | 3;
  /** Further content below, such as suggestions. */
  children?: ReactNode;
}

/** The content of a page or a list that has nothing to show: a title, a picture and the next step. */
export function EmptyState({ title, text, picture, action, level = 2, children }: EmptyStateProps) {
  const Title = `h${level}` as const;
  return (
    <div className={styles.room}>
      <div className={classNames(styles.empty, Boolean(picture) && styles.beside)}>
        {picture && <div className={styles.picture}>{picture}</div>}
        <div className={styles.words}>
          <Title className={styles.title}>{title}</Title>
          {text && <p className={styles.text}>{text}</p>}
          {action && <div className={styles.actions}>{action}</div>}
          {children}
        </div>
      </div>
    </div>
  );
}
