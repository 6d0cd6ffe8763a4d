import { useEffect, useEffectEvent, useState } from "react";
import { ApiError, SOMETHING_WENT_WRONG } from "#contract/errors.ts";

export type LoadOutcome<T> =
  | { state: "loading" }
  | { state: "failed"; failure: ApiError }
  | { state: "loaded"; value: T };

interface AnswerOptions {
  keepsLast?: boolean;
  /** The time in ms before a request is sent. If `key` changes in this time, it is not sent. */
  afterMs?: number;
}

/**
 * Loads data while the component is mounted, and again if `key` changes. If `key` is null, loads nothing, and the state
 * is `loading`.
 */
export function useResponse<T>(
  key: string | null,
  load: (signal: AbortSignal) => Promise<T>,
  { keepsLast = false, afterMs = 0 }: AnswerOptions = {},
): LoadOutcome<T> {
  const [answer, setAnswer] = useState<{ key: string; outcome: LoadOutcome<T> } | null>(null);
  const loadNow = useEffectEvent(load);
  useEffect(() => {
    if (key === null) return setAnswer(null);
    const abortController = new AbortController();
    const settle = (newOutcome: LoadOutcome<T>) =>
      abortController.signal.aborted || setAnswer({ key, outcome: newOutcome });
    const start = () =>
      void loadNow(abortController.signal).then(
        (value) => settle({ state: "loaded", value }),
        (cause: unknown) => settle({ state: "failed", failure: toApiError(cause) }),
      );
    const timer = afterMs > 0 ? setTimeout(start, afterMs) : undefined;
    if (!timer) start();
    return () => {
      clearTimeout(timer);
      abortController.abort();
    };
  }, [key, afterMs]);
  return answer && key !== null && (keepsLast || answer.key === key) ? answer.outcome : { state: "loading" };
}

export const toApiError = (cause: unknown): ApiError =>
  cause instanceof ApiError
    ? cause
    : new ApiError(0, {
        code: "fault",
        message: cause instanceof Error ? cause.message : SOMETHING_WENT_WRONG,
      });

export const partMessages = {
  unreachable: "This part of the page could not be opened. Please check your connection and try again.",
  outdated: "The shop was updated while you were here. Please reload the page and try again.",
  broken: "Something went wrong here. Please try again.",
} as const;

export const unreachableMessages = {
  heading: "We could not load this page",
  text: "Please check your connection and try again. Your bag is safe.",
} as const;
