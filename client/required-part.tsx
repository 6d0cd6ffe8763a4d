import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { FailureNotice } from "#ui/failure-notice.tsx";
import { createCodeStore, getMissingMessage } from "./on-demand.tsx";

/**
 * Creates the main part of a page that needs a login. Its code is separate from the page's code, so that header, menu
 * and search already work while it is loading. Shows `loading` until then, and 'Try again' if loading fails. The part
 * may show `loading` again while its data is loading.
 */
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
