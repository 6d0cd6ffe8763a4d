import { useRef } from "react";
import { isUnanswered } from "#contract/errors.ts";

/**
 * Returns a function that sends a change which cannot be made twice. If an earlier attempt with the same `key` got no
 * response and this one is refused, `wasDone` finds out whether the earlier one succeeded (D102). Returns true if so.
 */
export function useLostAttempt() {
  const lostKey = useRef<string>(null);
  return async (
    key: string,
    send: () => Promise<unknown>,
    wasDone: () => Promise<unknown>,
  ): Promise<boolean> => {
    try {
      await send();
      return false;
    } catch (failure) {
      if (isUnanswered(failure)) lostKey.current = key;
      else if (lostKey.current === key && (await isFulfilled(wasDone()))) return true;
      throw failure;
    }
  };
}

const isFulfilled = (task: Promise<unknown>): Promise<boolean> =>
  task.then(
    () => true,
    () => false,
  );
