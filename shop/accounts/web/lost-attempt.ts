import { useRef } from "react";
import { isUnanswered } from "#contract/errors.ts";

/**
 * Returns a function that sends a change that must happen only once. It returns false if `send` succeeds. If an attempt
 * got no response and the next one with the same `key` is refused, it calls `wasDone` and returns true if the first
 * attempt has succeeded (D102).
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
