import { useRef } from "react";
import { isUnanswered } from "#contract/errors.ts";

/**
 * Returns a function that sends a change which cannot be made twice. If an earlier attempt with the same `key` got no
 * response and the new attempt is refused, `wasDone` checks whether the earlier attempt succeeded (D102). The function
 * returns true in that case, and false if the new attempt succeeded.
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
