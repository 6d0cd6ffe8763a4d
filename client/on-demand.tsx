import { type ComponentType, useEffect, useEffectEvent, useState } from "react";
import { toastError } from "#ui/toast.ts";
import { isReloadDue } from "./built-files.ts";
import { runWhenIdle } from "./visibility.ts";
import { goIfReachable } from "./links.tsx";
import { partMessages } from "./use-response.ts";
import { ErrorBoundary } from "./router/react.tsx";
import { createStore } from "./store.ts";

interface Part {
  open: boolean;
  onClose: () => void;
}

/**
 * A dialog or drawer whose code is loaded when the page is idle, when it is first opened, or by `fetch` when a pointer
 * is near its button. If `early` is false, it is not loaded while idle because it is rarely opened. It is not rendered
 * before it opens. If loading fails, it closes and the page at `instead` opens; without one, or on that page, it shows
 * an error. The next press retries. `useWaiting` returns the busy state of its button.
 */
export function onDemand<Props extends Part>(
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

/** Loads the code of one part, for its button and its place in the page. */
function createCodeStore<Props>(load: () => Promise<ComponentType<Props>>) {
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
    prefetch: () => void fetch().catch(() => {}),
    /** While a visitor waits for it. Returns the way to stop listening for its failure. */
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
  try {
    if (address === undefined || address === location.pathname) throw new Error("Nothing stands in.");
    await goIfReachable(address);
  } catch {
    toastMissing();
  }
}

/** Shows that the code of a part could not be loaded, and what to do. */
export const toastMissing = (): void =>
  toastError(isReloadDue() ? partMessages.outdated : partMessages.unreachable);
