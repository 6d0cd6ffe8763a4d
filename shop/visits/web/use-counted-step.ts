import { useEffect } from "react";
import { toApiUrl } from "#client/api-address.ts";
import { countStep, type PurchaseStep } from "../endpoints.ts";

/** Each time the step becomes visible, reports it to the shop without any data about the visitor. */
export function useCountedStep(step: PurchaseStep, isShown: boolean): void {
  useEffect(() => {
    if (!isShown || !("sendBeacon" in navigator)) return;
    const body = new Blob([JSON.stringify({ step })], { type: "application/json" });
    navigator.sendBeacon(toApiUrl(countStep.path), body);
  }, [step, isShown]);
}
