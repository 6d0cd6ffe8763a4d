import { useEffect } from "react";
import { countStep } from "../endpoints.ts";
import type { ShownStep } from "../steps.ts";

/** Reports to the shop once that this step is shown. Only a number is counted, without data of the visitor. */
export function useCountedStep(step: ShownStep, isShown: boolean): void {
  useEffect(() => {
    // Some browsers disable this; then only the count is missing.
    if (!isShown || !("sendBeacon" in navigator)) return;
    const body = new Blob([JSON.stringify({ step })], { type: "application/json" });
    navigator.sendBeacon(countStep.path, body);
  }, [step, isShown]);
}
