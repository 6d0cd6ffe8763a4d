import TriangleAlert from "lucide/dist/esm/icons/triangle-alert.mjs";
import { useState } from "react";
import { useWhenOnline } from "./when-online.ts";
import { Button } from "./button.tsx";
import styles from "./failure-notice.module.css";
import { Icon } from "./icon.tsx";

export function FailureNotice({ children, onRetry }: { children: string; onRetry: () => Promise<unknown> }) {
  const [isBusy, setIsBusy] = useState(false);
  const retry = async () => {
    setIsBusy(true);
    await onRetry().finally(() => setIsBusy(false));
  };
  useWhenOnline(!isBusy, retry);
  return (
    <div className={styles.failure}>
      <Icon of={TriangleAlert} className="bad" size={24} />
      <p role="alert" className="brief lead balanced">
        {children}
      </p>
      <Button variant="secondary" busy={isBusy} onClick={() => void retry()}>
        Try again
      </Button>
    </div>
  );
}
