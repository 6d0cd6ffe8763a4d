import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./empty-state.module.css";

export interface EmptyStateProps {
  title: string;
  text?: ReactNode;
  picture?: ReactNode;
  action?: ReactNode;
  level?: 1 | 2 | 3;
  children?: ReactNode;
}

export function EmptyState({ title, text, picture, action, level = 2, children }: EmptyStateProps) {
  const Title = `h${level}` as const;
  return (
    <div className={styles.room}>
      <div className={classNames(styles.empty, Boolean(picture) && styles.beside)}>
        {picture && <div className={styles.picture}>{picture}</div>}
        <div className={styles.words}>
          <Title className="h3">{title}</Title>
          {text && <p className="brief soft balanced">{text}</p>}
          {action && <div className={styles.actions}>{action}</div>}
          {children}
        </div>
      </div>
    </div>
  );
}
