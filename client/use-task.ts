import { useState } from "react";
import { toastError } from "#ui/toast.ts";
import { getErrorMessage } from "./api.ts";

/** `busy` is the name of the running task, or null. */
export function useTask() {
  const [busy, setBusy] = useState<string | null>(null);
  const run = async (name: string, fallback: string, task: () => Promise<void>): Promise<void> => {
    setBusy(name);
    try {
      await task();
    } catch (cause) {
      toastError(getErrorMessage(cause, fallback));
    } finally {
      setBusy(null);
    }
  };
  return { busy, run };
}
