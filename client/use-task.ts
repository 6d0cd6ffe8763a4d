import { useState } from "react";
import { toastError } from "#ui/toast.ts";
import { getErrorMessage } from "./api.ts";

/** Shows and returns the message of an error, or else `fallback`. */
export function toastFailure(cause: unknown, fallback: string): string {
  const message = getErrorMessage(cause, fallback);
  toastError(message);
  return message;
}

/** `busy` is the name of the running task; null if no task is running. */
export function useTask() {
  const [busy, setBusy] = useState<string | null>(null);
  const run = async (name: string, fallback: string, task: () => Promise<void>): Promise<void> => {
    setBusy(name);
    try {
      await task();
    } catch (cause) {
      toastFailure(cause, fallback);
    } finally {
      setBusy(null);
    }
  };
  return { busy, run };
}
