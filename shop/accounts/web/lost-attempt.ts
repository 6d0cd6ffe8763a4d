import { useRef } from "react";
import { isUnanswered } from "#contract/errors.ts";

/**
 * Returns a function that sends a change. The result is false if `send` succeeds, and true if `send` fails but an
 * earlier attempt with the same `key`, whose response was lost, has succeeded according to `wasDone` (D102).
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
