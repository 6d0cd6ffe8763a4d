import { type ComponentType, lazy, Suspense, useState } from "react";

/**
 * A dialog or drawer whose code comes when it is first opened, or wanted: call `fetch` when a pointer nears its button.
 * Nothing of it is on the page before.
 */
export function onDemand<Props extends { open: boolean }>(load: () => Promise<ComponentType<Props>>) {
  const Content = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>;
  function OnDemand(props: Props) {
    const [wanted, setWanted] = useState(props.open);
    if (props.open && !wanted) setWanted(true);
    return wanted ? (
      <Suspense>
        <Content {...props} />
      </Suspense>
    ) : null;
  }
  return Object.assign(OnDemand, { fetch: () => void load().catch(() => {}) });
}
