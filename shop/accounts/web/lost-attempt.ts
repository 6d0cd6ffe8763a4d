import { useRef } from "react";
import { isUnanswered } from "#contract/errors.ts";

/**
 * Returns a function that sends a change. Its result is false if `send` succeeds. It is true if `send` fails, but
 * `wasDone` shows that an earlier attempt with the same `key` succeeded and only its response was lost (D102).
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
