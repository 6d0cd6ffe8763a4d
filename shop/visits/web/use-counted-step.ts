import { useEffect } from "react";
import { countStep } from "../endpoints.ts";
import type { ShownStep } from "../steps.ts";

/** Has the shop count that this step is on the screen, once while it is: a number, and nothing of the visitor. */
export function useCountedStep(step: ShownStep, isShown: boolean): void {
  useEffect(() => {
    // Some browsers are made to have none; nothing but the number is missing then.
    if (!isShown || !("sendBeacon" in navigator)) return;
    const body = new Blob([JSON.stringify({ step })], { type: "application/json" });
    navigator.sendBeacon(countStep.path, body);
  }, [step, isShown]);
}
