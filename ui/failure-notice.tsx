import TriangleAlert from "lucide/dist/esm/icons/triangle-alert.mjs";
import { useState } from "react";
import { Button } from "./button.tsx";
import styles from "./failure-notice.module.css";
import { Icon } from "./icon.tsx";

interface FailureNoticeProps {
  children: string;
  onRetry: () => Promise<unknown>;
}

export function FailureNotice({ children, onRetry }: FailureNoticeProps) {
  const [isBusy, setIsBusy] = useState(false);
  const retry = () => {
    setIsBusy(true);
    void onRetry().finally(() => setIsBusy(false));
  };
  return (
    <div className={styles.failure}>
      <Icon of={TriangleAlert} className={styles.sign} size={24} />
      <p role="alert" className={styles.words}>
        {children}
      </p>
      <Button variant="secondary" busy={isBusy} onClick={retry}>
        Try again
      </Button>
    </div>
  );
}
