import TriangleAlert from "lucide/dist/esm/icons/triangle-alert.mjs";
import { useActivity, useRefresh } from "#client/router/react.tsx";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import styles from "./list-problem.module.css";

/** Replaces a list that could not be loaded (§2.4, §2.5, D40). */
export function ListProblem({ children }: { children: string }) {
  const refresh = useRefresh();
  const isRefreshing = useActivity() === "refreshing";
  return (
    <div className={styles.problem}>
      <p role="alert" className={styles.words}>
        <Icon of={TriangleAlert} size={20} strokeWidth={1.5} />
        <span>{children}</span>
      </p>
      <Button variant="secondary" busy={isRefreshing} onClick={() => void refresh()}>
        Try again
      </Button>
    </div>
  );
}
