import { type ComponentType, useEffect, useEffectEvent, useState } from "react";
import { toastError } from "#ui/toast.ts";
import { isReloadDue } from "./built-files.ts";
import { runWhenIdle } from "./visibility.ts";
import { goIfReachable } from "./links.tsx";
import { partMessages } from "./use-response.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { createStore } from "./store.ts";

/**
 * Creates a dialog or drawer whose code is loaded separately: when the page is idle (unless `early` is false), when
 * `fetch()` is called, or when the dialog opens. If the code of an open dialog cannot be loaded, the page at the URL
 * `instead` opens. An error is shown if `instead` is not set, or if that page is already open or cannot be loaded.
 * `useWaiting()` returns true while an open dialog waits for its code.
 */
export function onDemand<Props extends { open: boolean; onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
  { instead, early = true }: { instead?: string; early?: boolean } = {},
) {
  const code = createCodeStore(load);

  function OnDemand(props: Props) {
    const { open, onClose } = props;
    const { Content } = code.useValue();
    const [isRequested, setIsRequested] = useState(open);
    const [errors, setErrors] = useState(0);
    if (open && !isRequested) setIsRequested(true);
    const fail = useEffectEvent(() => {
      onClose();
      void reloadInstead(instead);
    });
    useEffect(() => (early ? runWhenIdle(code.prefetch) : undefined), []);
    useEffect(() => (open ? code.fetchWaiting(fail) : undefined), [open]);

    if (!Content) return open && <Waiting />;
    if (!isRequested) return null;
    const broke = () => {
      setIsRequested(false);
      setErrors(errors + 1);
      onClose();
      toastError(partMessages.broken);
    };
    return (
      <ErrorBoundary key={errors} fallback={null} onError={broke}>
        <Content {...props} />
      </ErrorBoundary>
    );
  }
  return Object.assign(OnDemand, { fetch: code.prefetch, useWaiting: () => code.useValue().waiting });
}

export function createCodeStore<Props>(load: () => Promise<ComponentType<Props>>) {
  const store = createStore<{ Content: ComponentType<Props> | null; waiting: boolean }>({
    Content: null,
    waiting: false,
  });
  let pending: Promise<void> | null = null;

  const fetch = () => {
    pending ??= load().then(
      (Content) => store.set({ Content, waiting: false }),
      (cause: unknown) => {
        pending = null;
        store.set({ ...store.get(), waiting: false });
        throw cause;
      },
    );
    return pending;
  };
  return {
    useValue: store.useValue,
    fetch,
    prefetch: () => void fetch().catch(() => {}),
    fetchWaiting(failed: () => void) {
      if (store.get().Content) return;
      let isCurrent = true;
      store.set({ ...store.get(), waiting: true });
      fetch().catch(() => isCurrent && failed());
      return () => {
        isCurrent = false;
      };
    },
  };
}

const Waiting = () => (
  <p role="status" className="visually-hidden">
    One moment…
  </p>
);

async function reloadInstead(address: string | undefined): Promise<void> {
  if (address === undefined || address === location.pathname) return toastMissing();
  await goIfReachable(address).catch(toastMissing);
}

export const toastMissing = (): void => toastError(getMissingMessage());

export const getMissingMessage = (): string =>
  isReloadDue() ? partMessages.outdated : partMessages.unreachable;
