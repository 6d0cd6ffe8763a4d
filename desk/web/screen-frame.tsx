import type { ReactNode } from "react";
import { Notice } from "#ui/notice.tsx";
import { SkeletonText } from "#ui/skeleton.tsx";
import type { DeskError } from "./desk-calls.ts";
import styles from "./screen-frame.module.css";

/** A screen: its title, what can be done beside it, its contents. */
export const ScreenFrame = ({
  title,
  lead,
  actions,
  children,
}: {
  title: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) => (
  <div className={styles.screen}>
    <header className={styles.head}>
      <div>
        <h1 className={styles.title}>{title}</h1>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
    {children}
  </div>
);

/** What a view has instead of its data: the shape of what comes, or why it does not come. */
export const ViewState = ({ error, isLoading }: { error: DeskError | null; isLoading: boolean }) => {
  if (error) return <Notice tone="danger">{error.message}</Notice>;
  return isLoading ? (
    <div role="status" aria-busy="true" aria-label="Loading">
      <SkeletonText lines={6} />
    </div>
  ) : null;
};
