import { type ReactNode, useEffect, useState } from "react";
import type { ApiError } from "#contract/errors.ts";
import { toApiError, type LoadOutcome } from "./answer.ts";
import { restoreError, isFailed, type Loading } from "./load.ts";

/**
 * Renders data of a page in its three states. `<Loaded of={products} loading={<Skeleton />} error={(failure) =>
 * …}>{(products) => …}</Loaded>`
 */
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

/** Like `Loaded`, as a hook, for pages that show the old data while the new data is loading. */
export function useLoaded<T>(of: Loading<T>): LoadOutcome<T> {
  const [, settle] = useState(0);
  useEffect(() => {
    if (!(of instanceof Promise) || outcomes.has(of)) return;
    let awaited = true;
    const settled = (outcome: LoadOutcome<unknown>) => {
      outcomes.set(of, outcome);
      if (awaited) settle((times) => times + 1);
    };
    of.then(
      (value) => settled({ state: "loaded", value }),
      (cause: unknown) => settled({ state: "failed", failure: toApiError(cause) }),
    );
    return () => {
      awaited = false;
    };
  }, [of]);
  if (of instanceof Promise) return (outcomes.get(of) as LoadOutcome<T> | undefined) ?? { state: "loading" };
  return isFailed(of) ? { state: "failed", failure: restoreError(of) } : { state: "loaded", value: of };
}

/** A promise whose value was shown is shown again at once, without flickering. */
const outcomes = new WeakMap<Promise<unknown>, LoadOutcome<unknown>>();
