import { useState } from "react";
import { toastError } from "#ui/toast.ts";
import { getErrorMessage } from "./api.ts";

/** Runs tasks and shows their errors as toasts. `busy` is the name of the running task, or null. */
export function useTask() {
  const [busy, setBusy] = useState<string | null>(null);
  const run = async (name: string, failed: string, task: () => Promise<void>): Promise<void> => {
    setBusy(name);
    try {
      await task();
    } catch (cause) {
      toastError(getErrorMessage(cause, failed));
    } finally {
      setBusy(null);
    }
  };
  return { busy, run };
}
