import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { FailureNotice } from "#ui/failure-notice.tsx";
import { createCodeStore, getMissingMessage } from "./on-demand.tsx";

/** Creates a page's main part, whose code is a separate file. Shows 'Try again' if the file cannot be loaded. */
export function requiredPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const code = createCodeStore(load);
  if (!import.meta.env.SSR) code.prefetch();

  return function RequiredPart(props: Props & { loading: ReactNode }) {
    const { Content } = code.useValue();
    const [hasFailed, setHasFailed] = useState(false);
    const fetch = () => code.fetch().catch(() => setHasFailed(true));
    const fetchNow = useEffectEvent(fetch);
    useEffect(() => void fetchNow(), []);
    if (Content) return <Content {...props} />;
    return hasFailed ? <FailureNotice onRetry={fetch}>{getMissingMessage()}</FailureNotice> : props.loading;
  };
}
