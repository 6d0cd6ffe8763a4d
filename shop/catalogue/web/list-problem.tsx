import { useRefresh } from "#client/router/react.tsx";
import { FailureNotice } from "#ui/failure-notice.tsx";

/** Shown instead of a list that failed to load (§2.4, §2.5, D40). */
export const ListProblem = ({ children }: { children: string }) => (
  <FailureNotice onRetry={useRefresh()}>{children}</FailureNotice>
);
