import { type ReactNode, startTransition, useEffect, useState } from "react";
import type { ApiError } from "#contract/errors.ts";
import { toApiError, type LoadOutcome } from "./use-response.ts";
import { restoreError, isFailed, type Loading } from "./page-loader.ts";
import { useNavigationType } from "./router/react.tsx";

/** Renders data of a page: `<Loaded of={products} loading={…} error={(failure) => …}>{(products) => …}</Loaded>` */
export function Loaded<T>(props: {
  of: Loading<T>;
  loading: ReactNode;
  error: (failure: ApiError) => ReactNode;
  children: (value: T) => ReactNode;
}) {
  const outcome = useLoaded(props.of);
  if (outcome.state === "loading") return props.loading;
  return outcome.state === "failed" ? props.error(outcome.failure) : props.children(outcome.value);
}

export function useLoaded<T>(loading: Loading<T>): LoadOutcome<T> {
  const [, settle] = useState(0);
  useEffect(() => {
    if (!(loading instanceof Promise) || outcomes.has(loading)) return;
    let isAwaited = true;
    const onSettled = (newOutcome: LoadOutcome<unknown>) => {
      outcomes.set(loading, newOutcome);
      if (isAwaited) settle((times) => times + 1);
    };
    loading.then(
      (value) => onSettled({ state: "loaded", value }),
      (cause: unknown) => onSettled({ state: "failed", failure: toApiError(cause) }),
    );
    return () => {
      isAwaited = false;
    };
  }, [loading]);
  if (loading instanceof Promise)
    return (outcomes.get(loading) as LoadOutcome<T> | undefined) ?? { state: "loading" };
  return isFailed(loading)
    ? { state: "failed", failure: restoreError(loading) }
    : { state: "loaded", value: loading };
}

/** Keeps the results of settled promises, so that a component shows them without flickering when rendered again. */
const outcomes = new WeakMap<Promise<unknown>, LoadOutcome<unknown>>();

/** Content below the fold. If a link opened the page, this content is rendered after the rest of the page. */
export function Later({ children }: { children: ReactNode }) {
  const navigationType = useNavigationType();
  const [isDue, setDue] = useState(navigationType !== "push");
  useEffect(() => startTransition(() => setDue(true)), []);
  return isDue && children;
}
